/** Checks of package-lock.json, which decides what is installed, from where, with which hash. */

interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface LockedPackage extends Dependencies {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
}

export interface Lock {
  /** By folder; '' is the project. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface Project {
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

const SHA_512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const EXACT = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;
/** A version range, a tag, or another name in the registry; no URL, folder or repository. */
const FROM_REGISTRY = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?[\w.\-+^~<>=|* ]*$/;

/**
 * One line per fault.
 * @param unhashed names of optional packages without a known hash; one that has a hash is a fault
 */
export function lockFaults(
  { packages }: Lock,
  { allowScripts = {} }: Project,
  unhashed: readonly string[] = [],
): string[] {
  const faults: string[] = [];
  for (const [folder, locked] of Object.entries(packages)) {
    const name =
      folder === '' ? 'the project' : folder.slice(folder.lastIndexOf('node_modules/') + 13);
    const found = [
      ...(folder === '' ? [] : faultsOfOrigin(locked, unhashed.includes(name))),
      ...faultsOfRequests(packages, folder, locked),
    ];
    if (locked.hasInstallScript && allowScripts[name] !== false) {
      found.push('has an install script that package.json does not deny under allowScripts');
    }
    faults.push(...found.map((fault) => `${name} ${fault}`));
  }
  for (const [name, isAllowed] of Object.entries(allowScripts)) {
    if (isAllowed) faults.push(`${name} may run its install script`);
  }
  return faults;
}

function faultsOfOrigin(locked: LockedPackage, mayLackHash: boolean): string[] {
  const { version = '', resolved, integrity = '', link, optional } = locked;
  const faults: string[] = [];
  if (link || !EXACT.test(version)) {
    faults.push(`has the version '${version}', which is no release`);
  }
  const hasHash = SHA_512.test(integrity);
  if (!hasHash && !(mayLackHash && optional)) faults.push('has no sha512 hash');
  if (hasHash && mayLackHash)
    faults.push('has its hash now: take it off the list of those without');
  // The hash identifies the package; a URL could lead elsewhere.
  if (resolved !== undefined) faults.push(`names an address: ${resolved}`);
  return faults;
}

function faultsOfRequests(
  packages: Lock['packages'],
  folder: string,
  asking: Dependencies,
): string[] {
  const { dependencies, optionalDependencies, devDependencies } = asking;
  const own = folder === '' ? devDependencies : {};
  return Object.entries({ ...dependencies, ...optionalDependencies, ...own }).flatMap(
    ([name, range]) => [
      ...(isFound(packages, folder, name) ? [] : [`asks for ${name}, which is missing`]),
      ...(FROM_REGISTRY.test(range) ? [] : [`asks for ${name} from ${range}`]),
      ...(folder !== '' || EXACT.test(range) ? [] : [`asks for ${name} ${range}, not one version`]),
    ],
  );
}

/** Resolves like Node: beside the package, then further up. */
function isFound(packages: Lock['packages'], folder: string, name: string): boolean {
  for (let place = folder; ; ) {
    if (packages[place ? `${place}/node_modules/${name}` : `node_modules/${name}`]) return true;
    if (place === '') return false;
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')));
  }
}
