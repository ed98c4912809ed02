import path from 'node:path';

/** The folder of `npm start`, too: programs that start from it need half of the processor time. */
export const COMPILE_CACHE = path.join(
  import.meta.dirname,
  '../../node_modules/.cache/the-mainz/compiled',
);
