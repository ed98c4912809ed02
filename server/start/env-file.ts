import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { StartError } from './start-error.ts';

/**
 * Settings of a `.env` file, if there is one; variables that are set already win.
 * @returns its text
 * @throws StartError if it cannot be read. Node's own `loadEnvFile` says of such a file that it does not exist.
 */
export function loadEnvFile(file: string, env: NodeJS.ProcessEnv = process.env): string {
  const text = read(file).replace(/^\u{FEFF}/u, '');
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
  return text;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new StartError(
      `${file} cannot be read (${code}): give it to the user who runs this, or remove it.`,
    );
  }
}
