/**
 * Checks the borders between the rooms (.dependency-cruiser.mjs), that every module was read, that each border can
 * fail, and that the diagrams in ARCHITECTURE.md are current; `--draw` updates them. Exit code 1 on any problem.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { plantCrossings } from './borders-planted.ts';
import { withDrawings } from './import-drawing.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const ARCHITECTURE = path.join(ROOT, 'ARCHITECTURE.md');
const ROOMS = 'rules,contract,server,web,demo,bench,scripts,tests';
/** With an unsupported TypeScript the tool reads no modules and reports no problem. */
const FEWEST_MODULES = 300;
/** SQL in a tagged template. */
const SQL = /\b(?:sql|tx)(?:<[^`]*>)?`/;

type Config = { forbidden: IForbiddenRuleType[]; options: object };
const { default: config, NO_FEATURES } = (await import(
  pathToFileURL(path.join(ROOT, '.dependency-cruiser.mjs')).href
)) as { default: Config; NO_FEATURES: string };

const complaints = [...(await checkProject()), ...(await checkPlanted())];
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;

async function checkProject(): Promise<string[]> {
  const files = globSync(`{${ROOMS}}/**/*.{ts,tsx}`, {
    cwd: ROOT,
    // The bench's peer has its own packages.
    exclude: ['**/*.d.ts', '**/node_modules/**'],
  }).sort();
  const result = await cruiseFolder(ROOT, files);
  const read = new Set(result.modules.map(({ source }) => source));
  const unread = files.filter((file) => !read.has(file));
  console.log(`${files.length - unread.length} of ${files.length} modules read`);
  const words = violations(result).map(({ rule, from, to }) => `${rule}: ${from} -> ${to}`);
  if (files.length < FEWEST_MODULES) words.push(`fewer than ${FEWEST_MODULES} modules were found`);
  if (unread.length > 0) words.push(`not read: ${unread.join(', ')}`);
  for (const file of files) {
    if (!file.startsWith('server/') || /^server\/db\/|-store\.ts$|\.test\.ts$/.test(file)) continue;
    if (SQL.test(readFileSync(path.join(ROOT, file), 'utf8'))) {
      words.push(`only-stores-speak-sql: ${file}`);
    }
  }
  const text = readFileSync(ARCHITECTURE, 'utf8');
  const drawn = withDrawings(text, result.modules, NO_FEATURES.split('|'));
  if (process.argv.includes('--draw')) writeFileSync(ARCHITECTURE, drawn);
  else if (drawn !== text) words.push('the drawings in ARCHITECTURE.md are old: npm run drawing');
  return words;
}

/** Each rule must report its planted crossing, and nothing else. */
async function checkPlanted(): Promise<string[]> {
  using planted = plantCrossings(ROOT);
  const found = violations(await cruiseFolder(planted.folder, planted.files));
  const words: string[] = [];
  for (const { name } of config.forbidden) {
    const crossing = planted.crossings.get(name!);
    if (!crossing) words.push(`no crossing is planted for the rule ${name}`);
    else if (!found.some(({ rule, from, to }) => rule === name && [from, to].includes(crossing))) {
      words.push(
        `the rule ${name} did not see the crossing planted in ${crossing} (a file that it names must be in LAWFUL, too)`,
      );
    }
  }
  for (const { rule, from } of found) {
    if (planted.lawful.includes(from)) words.push(`the rule ${rule} refused the lawful ${from}`);
  }
  console.log(`${config.forbidden.length} borders, each seen to fail on a planted crossing`);
  return words;
}

async function cruiseFolder(baseDir: string, files: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(files, {
    ...config.options,
    baseDir,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  });
  return output as ICruiseResult;
}

function violations({ summary }: ICruiseResult): { rule: string; from: string; to: string }[] {
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}
