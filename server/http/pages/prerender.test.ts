import { describe, expect, it, vi } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { createPrerenderer, type Renderer } from './prerender.ts';

/** Renders its arguments, and wants the users as soon as it has a ranking. */
function counting() {
  let renders = 0;
  const renderer: Renderer = {
    prepare: async () => {},
    render(path, answers, visitor) {
      renders += 1;
      const shown = ['/api/stats', '/api/leaderboard', '/api/users', '/api/nfts'];
      return {
        html: `${path} ${visitor} ${JSON.stringify([...answers])}`,
        wanted: shown.filter(
          (url) => !answers.has(url) && (url !== '/api/users' || answers.has('/api/leaderboard')),
        ),
      };
    },
  };
  return { renderer, renders: () => renders };
}

function world(answers: Record<string, string | undefined>) {
  const asked: string[] = [];
  const { renderer, renders } = counting();
  const read = async (key: string, params: Readonly<Record<string, string>> = {}) => {
    const url = key.slice('GET '.length).replace(/\{(\w+)\}/, (_, name: string) => params[name]!);
    asked.push(url);
    return answers[url];
  };
  return { prerenderer: createPrerenderer(renderer, {}, read), asked, renders, answers };
}

const handed = (text: string) => Object.keys(JSON.parse(text).answers);

describe('prerendering', () => {
  it('includes the answers the page needs, also those that follow from one, and nothing personal', async () => {
    const { prerenderer, asked } = world({
      '/api/stats': '{"a":1}',
      '/api/leaderboard': '[]',
      '/api/users': '[2]',
      '/api/nfts': '[3]',
    });
    const page = await prerenderer.at('/');
    expect(handed(page!.initialData)).toEqual(['/api/stats', '/api/leaderboard', '/api/users']);
    expect(page!.fresh).toContain('/ new');
    expect(page!.returning).toContain('/ returning');
    expect(asked).not.toContain('/api/nfts');
  });

  it('renders once while nothing changed', async () => {
    const { prerenderer, renders } = world({ '/api/stats': '1', '/api/leaderboard': '[]' });
    const first = await prerenderer.at('/');
    const count = renders();
    for (let visit = 0; visit < 50; visit += 1) expect(await prerenderer.at('/')).toBe(first);
    expect(renders()).toBe(count);
  });

  it('never shows an old answer for a new one, however often it changes, and renders seldom', async () => {
    const { prerenderer, renders, answers } = world({ '/api/stats': '0' });
    await prerenderer.at('/');
    const before = renders();
    for (let change = 1; change <= 200; change += 1) {
      answers['/api/stats'] = String(change);
      const { answers: told } = JSON.parse((await prerenderer.at('/'))!.initialData);
      expect([undefined, change]).toContain(told['/api/stats']);
    }
    expect(renders() - before).toBeLessThan(200);
  });

  it('has answers again a minute after the process stood still for an hour in a render', async () => {
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    let stopMs = 0;
    const renderer: Renderer = {
      prepare: async () => {},
      render() {
        aheadMs += stopMs;
        return { html: '', wanted: ['/api/stats'] };
      },
    };
    let stats = 0;
    const prerenderer = createPrerenderer(renderer, {}, async () => String(stats));
    const changed = async () => {
      aheadMs += 60_000;
      stats += 1;
      return JSON.parse((await prerenderer.at('/'))!.initialData).answers['/api/stats'];
    };
    expect(await changed()).toBe(1);
    stopMs = 3_600_000;
    expect(await changed()).toBe(2);
    stopMs = 0;
    expect(await changed()).toBe(3);
    clock.mockRestore();
  });

  it('leaves an answer that is missing or too long to the browser', async () => {
    const { prerenderer, answers } = world({ '/api/stats': undefined, '/api/leaderboard': '[]' });
    answers['/api/leaderboard'] = JSON.stringify('x'.repeat(100_000));
    expect(handed((await prerenderer.at('/games'))!.initialData)).toEqual([]);
  });

  it('leaves a page to the browser for a while after a failed render: one try, not one per visit', async () => {
    let tries = 0;
    const renderer: Renderer = {
      async prepare() {
        tries += 1;
        throw new Error('the file is gone');
      },
      render: () => ({ html: '', wanted: [] }),
    };
    const prerenderer = createPrerenderer(renderer, {}, async () => undefined);
    await expect(prerenderer.at('/')).rejects.toThrow('gone');
    for (let visit = 0; visit < 50; visit += 1) expect(await prerenderer.at('/')).toBeNull();
    expect(tries).toBe(1);
  });

  describe('of a page about somebody', () => {
    const wallet = canonicalAddress('0xace')!;
    const path = `/profile?wallet=${wallet}`;
    const answersAbout = (one: string) => ({
      [`/api/users/${one}`]: '{"username":"Ace"}',
      [`/api/leaderboard/${one}`]: '{"entry":null}',
      [`/api/game/leaderboard/${one}`]: '{"place":null}',
    });

    it('includes the answers about them, and renders once while they are the same', async () => {
      const { prerenderer, renders, answers } = world(answersAbout(wallet));
      const page = await prerenderer.about({ kind: 'collector', wallet });
      expect(JSON.parse(page!.initialData)).toEqual({
        path,
        answers: {
          [`/api/users/${wallet}`]: { username: 'Ace' },
          [`/api/leaderboard/${wallet}`]: { entry: null },
          [`/api/game/leaderboard/${wallet}`]: { place: null },
        },
      });
      expect(page!.fresh).toContain(`${path} new`);
      const count = renders();
      for (let visit = 0; visit < 50; visit += 1) {
        expect(await prerenderer.about({ kind: 'collector', wallet })).toBe(page);
      }
      expect(renders()).toBe(count);
      answers[`/api/users/${wallet}`] = '{"username":"Bea"}';
      const next = await prerenderer.about({ kind: 'collector', wallet });
      expect(next === null || next.initialData.includes('Bea')).toBe(true);
    });

    it('leaves them to the browser when many are asked for at once, or nothing is known', async () => {
      const wallets = Array.from({ length: 200 }, (_, at) => canonicalAddress(`0x${at + 1}`)!);
      const answers = Object.assign({}, ...wallets.map(answersAbout));
      const { prerenderer, renders } = world(answers);
      for (const one of wallets) await prerenderer.about({ kind: 'collector', wallet: one });
      expect(renders()).toBeLessThan(wallets.length);
      expect(await world({}).prerenderer.about({ kind: 'collector', wallet })).toBeNull();
    });

    it('is of a lobby, too', async () => {
      const id = '01234567-89ab-4def-8123-456789abcdef';
      const { prerenderer } = world({ [`/api/game/lobbies/${id}`]: '{}' });
      const page = await prerenderer.about({ kind: 'lobby', id });
      expect(JSON.parse(page!.initialData).path).toBe(`/trading-card-game?lobby=${id}`);
    });
  });
});
