import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

function namesIn(...files: string[]): string[] {
  const texts = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
  const names = texts.join('\n').match(/\bmainz_[a-z_]+/g) ?? [];
  // A histogram has these three.
  return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))].sort();
}

it('Every figure has its place in docs/operations.md, and rules and dashboard name no other', () => {
  const sources = readdirSync(path.join(ROOT, 'server'), { recursive: true, encoding: 'utf8' });
  const files = sources.filter((file) => /(?<!test)\.ts$/.test(file)).map((it) => `server/${it}`);
  const figures = namesIn(...files).filter((name) => name !== 'mainz_session');
  expect(namesIn('docs/operations.md')).toEqual(figures);
  const watched = ['alerts.yaml', 'dashboard.json'].map((file) => `deploy/prometheus/${file}`);
  expect(figures).toEqual(expect.arrayContaining(namesIn(...watched)));
});
