import { expect, it } from 'vitest';
import { freePort } from '#server/jobs/free-port.ts';

it('a free port is none of those that systems give to connections, so that it is still free after a restart', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  expect(Math.min(...ports)).toBeGreaterThan(1_023);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

it('an address that this machine does not have is told', async () => {
  await expect(freePort('192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
});
