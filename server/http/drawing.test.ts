import { describe, expect, it } from 'vitest';
import { createDrawing, type Draw } from './drawing.ts';

/** Draws what it was given, and wishes for the users once there is a ranking. */
function counting() {
  let drawings = 0;
  const draw: Draw = {
    prepare: async () => {},
    draw(path, answers, visitor) {
      drawings += 1;
      const shown = ['/api/stats', '/api/leaderboard', '/api/users', '/api/nfts'];
      return {
        html: `${path} ${visitor} ${JSON.stringify([...answers])}`,
        wanted: shown.filter(
          (url) => !answers.has(url) && (url !== '/api/users' || answers.has('/api/leaderboard')),
        ),
      };
    },
  };
  return { draw, drawings: () => drawings };
}

function world(answers: Record<string, string | undefined>) {
  const asked: string[] = [];
  const { draw, drawings } = counting();
  const read = async (url: string) => {
    asked.push(url);
    return answers[url];
  };
  return { drawing: createDrawing(draw, {}, read), asked, drawings, answers };
}

const handed = (text: string) => Object.keys(JSON.parse(text).answers);

describe('drawing ahead', () => {
  it('hands over what the page wishes for, also what one answer leads to, and nothing personal', async () => {
    const { drawing, asked } = world({
      '/api/stats': '{"a":1}',
      '/api/leaderboard': '[]',
      '/api/users': '[2]',
      '/api/nfts': '[3]',
    });
    const page = await drawing.at('/');
    expect(handed(page!.handedOver)).toEqual(['/api/stats', '/api/leaderboard', '/api/users']);
    expect(page!.fresh).toContain('/ new');
    expect(page!.returning).toContain('/ returning');
    expect(asked).not.toContain('/api/nfts');
  });

  it('draws once as long as nothing changed', async () => {
    const { drawing, drawings } = world({ '/api/stats': '1', '/api/leaderboard': '[]' });
    const first = await drawing.at('/');
    const count = drawings();
    for (let visit = 0; visit < 50; visit += 1) expect(await drawing.at('/')).toBe(first);
    expect(drawings()).toBe(count);
  });

  it('never shows an old answer for a new one, however often it changes, and draws seldom', async () => {
    const { drawing, drawings, answers } = world({ '/api/stats': '0' });
    await drawing.at('/');
    const before = drawings();
    for (let change = 1; change <= 200; change += 1) {
      answers['/api/stats'] = String(change);
      const { answers: told } = JSON.parse((await drawing.at('/'))!.handedOver);
      expect([undefined, change]).toContain(told['/api/stats']);
    }
    expect(drawings() - before).toBeLessThan(200);
  });

  it('leaves an answer to the browser that is not to be had, or too long', async () => {
    const { drawing, answers } = world({ '/api/stats': undefined, '/api/leaderboard': '[]' });
    answers['/api/leaderboard'] = JSON.stringify('x'.repeat(100_000));
    expect(handed((await drawing.at('/games'))!.handedOver)).toEqual([]);
  });
});
