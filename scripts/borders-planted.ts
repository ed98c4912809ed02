import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** For each rule a file that breaks it, with its text. */
const CROSSINGS: Record<string, [file: string, text: string]> = {
  'rules-know-nothing': ['rules/disk.ts', "import 'node:fs';"],
  'contract-knows-rules-and-zod': ['contract/log.ts', "import 'pino';"],
  'server-and-web-never-meet': ['server/page.ts', "import '#web/lawful.ts';"],
  'server-features-stay-apart': ['server/groups/borrow.ts', "import '../cards/lawful.ts';"],
  'web-features-stay-apart': ['web/groups/borrow.ts', "import '../whitelist/lawful.ts';"],
  'routes-call-use-cases': ['server/battle/matches/routes.ts', "import './match-store.ts';"],
  'only-stores-reach-the-database': [
    'server/battle/matches/matches.ts',
    "import { ping } from '#server/db/open.ts'; ping;",
  ],
  'only-the-database-room-knows-the-driver': ['server/battle/driver.ts', "import 'pg';"],
  'only-cluster-knows-redis': ['server/battle/cache.ts', "import '@redis/client';"],
  'only-http-knows-fastify': [
    'server/battle/framework.ts',
    "import type { FastifyInstance } from 'fastify'; export type A = FastifyInstance;",
  ],
  'only-announcers-know-sockets': ['server/battle/shout.ts', "import 'ws';"],
  'only-the-edges-know-sui': ['server/battle/node.ts', "import '@mysten/sui/grpc';"],
  'ui-knows-no-product': ['web/ui/Chip.tsx', "import '#rules/lawful.ts';"],
  'frame-knows-no-page': ['web/frame/Shortcut.tsx', "import('../pages/lawful.ts');"],
  'only-the-entry-knows-web-main': ['web/pages/entry.ts', "import '../main/main.tsx';"],
  'jobs-know-nothing-of-us': ['server/jobs/digest.ts', "import '#rules/lawful.ts';"],
  'demo-loads-on-demand': ['server/eager.ts', "import '#demo/lawful.ts';"],
  'demo-is-a-guest': ['demo/thief.ts', "import '#server/lawful.ts';"],
  'product-does-not-know-its-tests': ['server/tested.ts', "import '#tests/lawful.ts';"],
  'product-runs-without-development-packages': ['server/checked.ts', "import 'fast-check';"],
  'no-barrels': ['web/cards/shelf.ts', "import './index.ts';"],
  'no-cycles': ['rules/hen.ts', "import('./egg.ts');"],
  'no-unresolved': ['web/cards/lost.ts', "import './gone.ts';"],
  'no-orphans': ['rules/lonely.ts', 'export const lonely = 1;'],
  'no-dead-modules': ['rules/dead.ts', "import './lawful.ts';"],
};

/** Targets of the crossings, and files that break no rule. */
const LAWFUL: Record<string, string> = {
  'rules/lawful.ts': 'export const one = 1;',
  'contract/lawful.ts': "import 'zod'; import '#rules/lawful.ts';",
  'server/lawful.ts': "import '#contract/lawful.ts'; export const two = 2;",
  'server/cards/lawful.ts': "import '#rules/lawful.ts';",
  'server/battle/matches/match-store.ts': "import '#server/db/open.ts';",
  'server/db/open.ts': "import 'pg'; export const ping = 1;",
  'server/http/lawful.ts': "import 'fastify';",
  'server/main.ts':
    "import './lawful.ts'; import './cards/lawful.ts'; import './http/lawful.ts'; import './battle/matches/match-store.ts'; import('#demo/lawful.ts');",
  'web/lawful.ts': "import '#contract/lawful.ts';",
  'web/cards/lawful.ts': "import '#rules/lawful.ts';",
  'web/main/main.tsx':
    "import '../lawful.ts'; import '../whitelist/lawful.ts'; import('../pages/lawful.ts');",
  'web/pages/lawful.ts': "import '../cards/lawful.ts';",
  'web/whitelist/lawful.ts': "import '../cards/lawful.ts';",
  'demo/lawful.ts': "import '#contract/lawful.ts';",
  'tests/lawful.ts': "import '#server/lawful.ts';",
};

const OTHERS: Record<string, string> = {
  'rules/egg.ts': "import './hen.ts';",
  'web/cards/index.ts': "export * from './lawful.ts';",
};

/** Writes a small project in which every border is broken once. */
export function plantCrossings(project: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'the-mainz-borders-'));
  const texts = { ...LAWFUL, ...OTHERS, ...Object.fromEntries(Object.values(CROSSINGS)) };
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  cpSync(path.join(project, 'package.json'), path.join(folder, 'package.json'));
  symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    /** The breaking file by rule. */
    crossings: new Map(Object.entries(CROSSINGS).map(([rule, [file]]) => [rule, file])),
    lawful: Object.keys(LAWFUL),
    files: Object.keys(texts),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
