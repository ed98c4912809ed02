/**
 * The result of `work`, which goes on even when nobody waits for it any more.
 * @throws `late` as an error when it takes longer than `ms`
 */
export async function within<T>(ms: number, work: Promise<T>, late: string): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(late)), ms);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
