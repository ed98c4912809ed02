import { expect, it } from 'vitest';
import { each } from './each.ts';

it('tries every item, so many at a time, and tells of those that failed in the end', async () => {
  let underWay = 0;
  let most = 0;
  const tried: number[] = [];
  const work = async (item: number) => {
    tried.push(item);
    most = Math.max(most, ++underWay);
    await Promise.resolve();
    underWay -= 1;
    if (item % 3 === 0) throw new Error(`no ${item}`);
  };
  await expect(each([1, 2, 3, 4, 5, 6, 7], 2, work)).rejects.toMatchObject({
    message: '2 of 7 failed',
    errors: [{ message: 'no 3' }, { message: 'no 6' }],
  });
  expect(tried).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(2);
  await expect(each([1, 3, 4], 1, work)).rejects.toThrow('no 3');
  await each([], 2, work);
});
