import { expect, it } from 'vitest';
import { mostConnections, openFilesLimit } from './server.ts';

it.each([
  [65_536, 65_336],
  [1_024, 824],
  [400, 200],
  [256, 128],
  ['unlimited', Number.POSITIVE_INFINITY],
  [undefined, Number.POSITIVE_INFINITY],
])('with %s open files a server takes %d connections', (openFiles, connections) => {
  expect(mostConnections(openFiles)).toBe(connections);
});

it('finds the limit of this process', () => {
  expect(mostConnections(openFilesLimit())).toBeGreaterThan(0);
  expect(openFilesLimit()).toBeDefined();
});
