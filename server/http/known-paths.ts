/** Answers for what no route takes: 405 with `Allow` for a known path, else 404. */
import type { FastifyReply } from 'fastify';
import { Refusal } from '#rules/refusal.ts';
import { splitKey } from './bind.ts';

/** The refusal to throw; sets `Allow` where there is one. */
export type RefuseUnknown = (url: string, reply: FastifyReply) => Refusal;

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}

/** @param routes keyed like the contract's table; only the keys are looked at */
export function createRefuseUnknown(routes: object): RefuseUnknown {
  const methodsOf = createMethodsOf(routes);
  return (url, reply) => {
    // Outside the API everything is there to be read, be it the page that says it is not there.
    const methods = isApiPath(url) ? methodsOf(url) : ['GET', 'HEAD'];
    if (methods === undefined) return new Refusal('not-found');
    reply.header('allow', methods.join(', '));
    return new Refusal('wrong-method');
  };
}

function createMethodsOf(routes: object): (url: string) => readonly string[] | undefined {
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
