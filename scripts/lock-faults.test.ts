import { describe, expect, it } from 'vitest';
import { type LockedPackage, lockFaults } from './lock-faults.ts';

const HASH = `sha512-${'A'.repeat(86)}==`;
const sound: LockedPackage = { version: '1.2.3', integrity: HASH };

/** Faults of a project that asks for `part` 1.2.3, with these entries in its lock. */
function faultsWith(
  part: LockedPackage,
  more: Record<string, LockedPackage> = {},
  allowScripts: Record<string, boolean> = {},
): string[] {
  const packages = { '': { dependencies: { part: '1.2.3' } }, 'node_modules/part': part, ...more };
  return lockFaults({ packages }, { allowScripts });
}

describe('a lock file', () => {
  it('is sound with a hash for every package and no address', () => {
    expect(faultsWith(sound)).toEqual([]);
  });

  it.each([
    [{ ...sound, integrity: undefined }, 'part has no sha512 hash'],
    [{ ...sound, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'part has no sha512 hash'],
    [
      { ...sound, resolved: 'https://evil.example/p.tgz' },
      'part names an address: https://evil.example/p.tgz',
    ],
    [
      { ...sound, version: 'git+ssh://x' },
      "part has the version 'git+ssh://x', which is no release",
    ],
    [{ ...sound, link: true }, "part has the version '1.2.3', which is no release"],
    [{ ...sound, dependencies: { other: '^1.0.0' } }, 'part asks for other, which is missing'],
  ] as [LockedPackage, string][])('%j is a fault', (part, fault) => {
    expect(faultsWith(part)).toEqual([fault]);
  });

  it('may lack the hash of an optional package on the list, until it is known', () => {
    const faults = (part: LockedPackage) =>
      lockFaults({ packages: { '': {}, 'node_modules/part': part } }, {}, ['part']);
    expect(faults({ version: '1.2.3', optional: true })).toEqual([]);
    expect(faults({ version: '1.2.3' })).toEqual(['part has no sha512 hash']);
    expect(faults({ ...sound, optional: true })).toHaveLength(1);
  });

  it.each([
    'git+https://evil.example/x.git',
    'https://evil.example/x.tgz',
    'file:../x',
    'someone/x',
    'github:someone/x',
  ])('has nothing that asks for %s', (range) => {
    const asking = { ...sound, dependencies: { other: range } };
    const more = { 'node_modules/other': sound };
    expect(faultsWith(asking, more)).toEqual([`part asks for other from ${range}`]);
  });

  it('names one version of everything the project itself asks for', () => {
    const more = { '': { dependencies: { part: '^1.2.3' } } };
    expect(faultsWith(sound, more)).toEqual(['the project asks for part ^1.2.3, not one version']);
  });

  it('has no install script that is not denied by name', () => {
    const scripted = { ...sound, hasInstallScript: true };
    const fault = 'part has an install script that package.json does not deny under allowScripts';
    expect(faultsWith(scripted)).toEqual([fault]);
    expect(faultsWith(scripted, {}, { part: true })).toEqual([
      fault,
      'part may run its install script',
    ]);
    expect(faultsWith(scripted, {}, { part: false })).toEqual([]);
  });
});
