/** Which methods a path of the contract takes: a wrong one is answered 405 with `Allow`. */
import { splitKey } from './bind.ts';

/** @param routes keyed like the contract's table; only the keys are looked at */
export function createMethodsOf(routes: object): (url: string) => readonly string[] | undefined {
  const known = new Map<string, { pattern: RegExp; methods: string[] }>();
  for (const key of Object.keys(routes)) {
    const { method, url } = splitKey(key);
    const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`);
    const path = known.get(url) ?? { pattern, methods: [] };
    path.methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]));
    known.set(url, path);
  }
  const paths = [...known.values()];
  return (url) => {
    const path = url.split('?', 1)[0] ?? '';
    return paths.find(({ pattern }) => pattern.test(path))?.methods;
  };
}
