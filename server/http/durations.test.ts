import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createDurations } from './durations.ts';

const NAME = 'answer_seconds';
const SECONDS = [0, 0.0005, 0.001, 0.002, 0.3, 31, 5];

it('says the same as a histogram of the library, series by series', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const durations = createDurations(NAME, 'How long.', ours);
  const histogram = new Histogram({
    ...{ name: NAME, help: 'How long.', registers: [theirs] },
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
  });
  for (const [method, route, status] of [
    ['GET', '/api/user/:address', 200],
    ['POST', '/api/user', 404],
    ['GET', '/api/user/:address', 304],
  ] as const) {
    const note = durations.of(method, route);
    for (const seconds of SECONDS) {
      note(status, seconds);
      histogram.observe({ method, route, status }, seconds);
    }
  }
  const linesOf = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replace(/\{(.*)\}/, (_all, labels) => labels.split(',').sort().join()))
      .sort();
  const written = linesOf(await ours.metrics());
  expect(written).toHaveLength(linesOf(await theirs.metrics()).length);
  expect(written).toEqual(linesOf(await theirs.metrics()));
});
