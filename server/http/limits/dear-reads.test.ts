import { describe, expect, it } from 'vitest';
import { type ApiKey, api } from '#contract/api.ts';
import { createDearReads, isDear } from './dear-reads.ts';

function setUp(turnIsOver?: () => Promise<void>) {
  const owed: [string, number][] = [];
  const owe = (ip: string, calls: number) => void owed.push([ip, calls]);
  const reads = createDearReads({ owe }, turnIsOver);
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const read = (name: string, ip: string) =>
    reads.inTurn(ip, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => end.set(name, resolve));
      return name;
    });
  return { reads, owed, begun, end, read };
}

describe('a read that may be long', () => {
  it('waits for the one before it from the same network or /48, and for nobody else', async () => {
    const { begun, end, read } = setUp();
    const first = read('first', '2001:db8:1:1::1');
    const second = read('second', '2001:db8:1:2::1');
    void read('elsewhere', '192.0.2.1');
    await expect.poll(() => begun).toEqual(['first', 'elsewhere']);
    end.get('first')!();
    expect(await first).toBe('first');
    await expect.poll(() => begun).toEqual(['first', 'elsewhere', 'second']);
    end.get('second')!();
    expect(await second).toBe('second');
  });

  it('does not wait for long for one that hangs, nor for one that failed', async () => {
    const { reads, begun, read } = setUp();
    void read('hangs', '192.0.2.1');
    const fails = reads.inTurn('192.0.2.1', () => Promise.reject(new Error('away')));
    void read('next', '192.0.2.1');
    await expect(fails).rejects.toThrow('away');
    await expect.poll(() => begun).toEqual(['hangs', 'next']);
  });

  it('waits for a hanging one when eight of its network hang', async () => {
    const { begun, end, read } = setUp(() => Promise.resolve());
    const names = Array.from({ length: 9 }, (_, index) => `${index + 1}`);
    for (const name of names) void read(name, '192.0.2.1');
    const other = read('elsewhere', '192.0.2.2');
    await expect.poll(() => begun).toContain('8');
    end.get('elsewhere')!();
    await other;
    expect(begun).not.toContain('9');
    end.get('8')!();
    await expect.poll(() => begun).toContain('9');
  });

  it('does not wait for long for one that hangs, however many were read before', async () => {
    const { reads, begun, read } = setUp(() => Promise.resolve());
    for (let n = 0; n < 9; n += 1) await reads.inTurn('192.0.2.1', () => Promise.resolve());
    void read('hangs', '192.0.2.1');
    void read('next', '192.0.2.1');
    await expect.poll(() => begun).toEqual(['hangs', 'next']);
  });

  it('costs its network one more read for each 12 KiB', () => {
    const { reads, owed } = setUp();
    reads.charge(12_287, '192.0.2.1');
    reads.charge(900_000, '192.0.2.1');
    expect(owed).toEqual([['192.0.2.1', 73]]);
  });

  it('is one of cards, groups, registrations or games, no poll, no short one, and no file, which may be read slowly', () => {
    const dear = Object.entries(api).flatMap(([key, route]) => (isDear(route) ? [key] : []));
    expect(dear).toEqual(
      expect.arrayContaining(['GET /api/nfts', 'GET /api/booster-pack/whitelist']),
    );
    expect(isDear(api['GET /api/game/matches'])).toBe(false);
    expect(isDear(api['GET /api/leaderboard'])).toBe(false);
    expect(dear.filter((key) => 'isLines' in api[key as ApiKey])).toEqual([]);
  });
});
