import { expect, it } from 'vitest';
import { otherTexts } from './texts.ts';

it("a record says under the heading 'Streak' how many wins or losses it is of", () => {
  const { streak, streakOf } = otherTexts.record;
  expect(streak).toBe('Streak');
  expect([1_234, 1, 0, -1, -12].map(streakOf)).toEqual([
    '1,234 wins',
    '1 win',
    'None',
    '1 loss',
    '12 losses',
  ]);
});
