import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const away = () => Promise.reject(new Error('the database is away'));

describe('metrics', () => {
  it('are told while the database is away, without what only it knows', async () => {
    const metrics = createMetrics();
    metrics.measureEach('of_connections', 'Asked there.', 'state', away);
    metrics.measure('of_database', 'Asked there.', away);
    metrics.measure('of_process', 'Known here.', () => 3);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^of_process 3$/m);
    expect(text).toMatch(/^of_database nan$/im);
    expect(text).not.toMatch(/^of_connections\{/m);
  });

  it('ask the database once a second at most, and the process each time', async () => {
    const asked = { database: 0, process: 0 };
    const metrics = createMetrics();
    const idle = async () => ({ idle: ++asked.database });
    metrics.measureEach('of_connections', 'Asked there.', 'state', idle);
    metrics.measure('of_database', 'Asked there.', async () => ++asked.database);
    metrics.measure('of_process', 'Known here.', () => ++asked.process);
    await metrics.registry.metrics();
    await metrics.registry.metrics();
    expect(asked).toEqual({ database: 2, process: 2 });
  });
});
