import { expect, it, vi } from 'vitest';
import config from '../vite.config.ts';

it('the page is built below a folder of any name that may stand in quotes', async () => {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue("/home/ann/Ann's cards");
  const { plugins = [] } = await config({ command: 'build', mode: 'production' });
  const loader = plugins
    .flat()
    .find((one) => one && 'name' in one && one.name === 'fetch-files-first');
  const text = (loader as { load(id: string): string }).load('\0vite/preload-helper.js');
  cwd.mockRestore();
  expect(text).toMatch(/ from "\/home\/ann\/Ann's cards\/web\/main\/fetch-files\.ts";$/);
});
