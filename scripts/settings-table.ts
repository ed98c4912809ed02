/**
 * The table of settings in docs/operations.md, made of the code that reads them and of the words in
 * .env.example: `npm run settings` writes it; a unit test fails when it is not current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configFrom, type ReadSetting } from '#server/start/config.ts';
import { DEMO_DEFAULTS } from '#server/start/demo-mode.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const DOCUMENT = path.join(ROOT, 'docs/operations.md');
const [BEGIN, END] = ['<!-- settings -->', '<!-- end of settings -->'];

interface Words {
  readonly name: string;
  /** The default, or an example. */
  readonly value: string;
  readonly purpose: string;
}

/** What each setting takes, told by reading all of them. */
function takenBySetting(): Map<string, string> {
  const taken = new Map<string, string>();
  const read: ReadSetting = (name, { takes, isSecret }) => {
    taken.set(name, isSecret ? `${takes}; a secret` : takes);
    return undefined;
  };
  configFrom(read, DEMO_DEFAULTS);
  return taken;
}

function wordsIn(example: string): Words[] {
  const words: Words[] = [];
  let purpose: string[] = [];
  for (const line of example.split('\n')) {
    const [, name, value] = /^#([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) {
      words.push({ name, value, purpose: purpose.join(' ') });
      purpose = [];
    } else if (/^# (?!---)/.test(line)) purpose.push(line.slice(2));
    else purpose = [];
  }
  return words;
}

function withTable(document: string, example: string): string {
  const taken = takenBySetting();
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const rows = wordsIn(example).map(
    ({ name, value, purpose }) =>
      `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${cell(taken.get(name) ?? '')} | ${cell(purpose)} |`,
  );
  const table = [
    '| setting | default, or an example | takes | what for |',
    '|---|---|---|---|',
    ...rows,
  ];
  const [before = ''] = document.split(BEGIN, 1);
  const after = document.slice(document.indexOf(END));
  return `${before}${BEGIN}\n${table.join('\n')}\n${after}`;
}

export function current(): { document: string; wanted: string } {
  const document = readFileSync(DOCUMENT, 'utf8');
  return {
    document,
    wanted: withTable(document, readFileSync(path.join(ROOT, '.env.example'), 'utf8')),
  };
}

if (process.argv.includes('--write')) writeFileSync(DOCUMENT, current().wanted);
