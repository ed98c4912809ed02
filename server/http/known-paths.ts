/** Answers for requests without a route: 405 with `Allow` for a known path, else 404. */
import type { FastifyReply } from 'fastify';
import { Refusal } from '#rules/refusal.ts';
import { splitKey } from './bind.ts';

/** Returns the refusal to throw; sets `Allow` for a 405. */
export type RefuseUnknown = (url: string, reply: FastifyReply) => Refusal;

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}

/** @param routes only its keys are used, those of the contract */
export function createRefuseUnknown(routes: object): RefuseUnknown {
  const methodsOf = createMethodsOf(routes);
  return (url, reply) => {
    // Outside the API every path is a page (or the 'Page Not Found' page).
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
