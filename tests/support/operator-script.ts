import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SETTINGS } from '#server/start/config.ts';
import { COMPILE_CACHE } from './product.ts';

/** Runs `scripts/<name>.ts` with only these settings. @returns its exit code and everything it printed */
export async function runOperatorScript(
  name: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const unset = Object.fromEntries(SETTINGS.map((setting) => [setting, '']));
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...unset, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}
