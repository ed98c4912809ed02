/**
 * Demo mode: a stand-in Sui node, its world and its pictures. `demo/` is loaded only when no collection is
 * configured.
 */
import { closeSync, openSync } from 'node:fs';
import { setGlobalProxyFromEnv } from 'node:http';
import path from 'node:path';
import type { Logger } from 'pino';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { normalMoveType } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';
import { makeFolder, notWritable } from '#server/db/embedded/location.ts';
import type { Installation } from '#server/db/installation.ts';
import { sendFile } from '#server/http/pages/serve-web.ts';
import { webFile } from '#server/http/pages/web-files.ts';
import type { HttpServer } from '#server/http/server.ts';
import { type Config, type DemoDefaults, LINKS } from './config.ts';
import { StartError } from './start-error.ts';

/** The wallet of the demo's `admin`: its key is derived from its name and protects nothing. */
const DEMO_ADMIN: Address = canonicalAddress(
  '0x45c0bf750bbaf78a6b1ea9445f8c2ab44f30528c091ec842f36938b8953a7811',
)!;

const PICTURES = '/demo/ipfs/';
/** Two pinning services, a public gateway, a CDN. */
const DEMO_GATEWAYS = ['pinned', 'second', 'public', 'cdn'];

/** Defaults of demo mode: its own pages instead of external sites. */
export const DEMO_DEFAULTS: DemoDefaults = {
  adminWallet: DEMO_ADMIN,
  ipfsGateways: DEMO_GATEWAYS.map((name) => `${PICTURES}${name}/{cid}`),
  explorerTemplate: '/demo/object/{id}',
  links: Object.fromEntries(
    LINKS.map((name) => [name, `/demo/elsewhere/${name}`]),
  ) as DemoDefaults['links'],
};

/** Printed at every start, so that it is not mistaken for a real installation. */
export const DEMO_NOTICE =
  'Demo mode: the chain is a stand-in and the collectors are invented; for a real collection set COLLECTION_TYPES and another DATA_DIR.';

const PUBLIC_FOLDER = path.resolve(import.meta.dirname, '../../web/public');

export type Demo = Awaited<ReturnType<typeof startDemo>>;

/** What the database must belong to. */
export async function installationOf(config: Config): Promise<Installation> {
  const { isDemo, collectionTypes } = config;
  const types = isDemo ? await demoTypes() : collectionTypes;
  return {
    isDemo,
    network: config.sui.network,
    collectionTypes: types.map(normalMoveType),
  };
}

async function demoTypes(): Promise<string[]> {
  const { DEMO_CARD_TYPE, DEMO_PASS_TYPE } = await import('#demo/world.ts');
  return [DEMO_CARD_TYPE, DEMO_PASS_TYPE];
}

/** Starts the stand-in node on a free port of this machine. */
export async function startDemo(config: Config) {
  const [{ createDemoWorld, DEMO_COIN_TYPE }, { startSuiNode }, { collectPictures }, elsewhere] =
    await Promise.all([
      import('#demo/world.ts'),
      import('#demo/sui-node/server.ts'),
      import('#demo/pictures.ts'),
      import('#demo/elsewhere.ts'),
    ]);
  const pictures = collectPictures(PUBLIC_FOLDER, DEMO_GATEWAYS);
  const ledger = createDemoWorld(pictures.links);
  // Executed transactions survive a restart, like the database.
  const journalFile = journalIn(config.dataDir);
  // The demo asks this machine alone, so never through the proxy that NODE_USE_ENV_PROXY has Node use.
  setGlobalProxyFromEnv({ ...process.env, no_proxy: '*' });
  const node = await startSuiNode({ ledger, journalFile });
  const urls = { grpc: node.url, graphql: node.graphqlUrl, jsonrpc: node.jsonRpcUrl };

  return {
    /** The configuration with the stand-in node's address. */
    config: {
      ...config,
      sui: { ...config.sui, url: config.sui.url ?? urls[config.sui.transport] },
      collectionTypes: await demoTypes(),
      coinType: config.coinType ?? DEMO_COIN_TYPE,
    },
    /** The page of an object on the stand-in chain; null when there is none. */
    objectPage: (id: string) => elsewhere.objectPage(ledger, id),
    /** Runs the demo people, who use the public API, until aborted. */
    async people(origin: string, log: Logger, signal: AbortSignal) {
      const [{ seedHolders }, { playHistories }, { runHouse }] = await Promise.all([
        import('#demo/seed.ts'),
        import('#demo/house/histories.ts'),
        import('#demo/house/house.ts'),
      ]);
      const onFailed = ({ name }: { name: string }, err: unknown) =>
        log.warn({ err, persona: name }, 'a demo person failed');
      const seed = async () => {
        await seedHolders({ origin, signal, onFailed });
        await playHistories({ origin, signal });
      };
      const warn = (what: string) => (err: unknown) => {
        if (!signal.aborted) log.warn({ err }, what);
      };
      await Promise.all([
        seed().catch(warn('seeding the demo people failed')),
        runHouse({ origin, signal, onFault: onFailed }).catch(warn('the house opponent stopped')),
      ]);
    },
    close: node.close,
  };
}

/** @throws StartError if it cannot be written; without DATABASE_URL the database has made the folder */
function journalIn(dataDir: string): string {
  makeFolder(dataDir);
  const file = path.join(dataDir, 'demo-chain.jsonl');
  try {
    closeSync(openSync(file, 'a'));
  } catch (error) {
    throw new StartError(notWritable(dataDir, 'written', error));
  }
  return file;
}

/**
 * Serves the demo's pictures like four IPFS gateways, and its pages.
 * @param objectPage as in `Demo`
 */
export async function demoRoutes(
  objectPage: (id: string) => Promise<string | null> | string | null,
): Promise<(http: HttpServer) => void> {
  const [{ collectPictures }, elsewhere] = await Promise.all([
    import('#demo/pictures.ts'),
    import('#demo/elsewhere.ts'),
  ]);
  const pictures = collectPictures(PUBLIC_FOLDER, DEMO_GATEWAYS);
  // Named by content hash, so cached like the build's files.
  const files = new Map(
    [...pictures.all].map(([cid, { extension, bytes }]) => [
      cid,
      webFile(`/assets/${cid}${extension}`, bytes),
    ]),
  );
  return (http) => {
    http.get<{ Params: { gateway: string; cid: string } }>(
      `${PICTURES}:gateway/:cid`,
      (request, reply) => {
        const { gateway, cid } = request.params;
        const file = files.get(cid);
        const isThere = pictures.all.get(cid)?.gateways.includes(gateway) === true;
        if (file === undefined || !isThere) throw new Refusal('not-found');
        return sendFile(file, request, reply);
      },
    );
    servePlainPages(http, '/demo/elsewhere', (name) =>
      elsewhere.isOutsidePage(name) ? elsewhere.outsidePage(name) : null,
    );
    servePlainPages(http, '/demo/object', objectPage);
    servePlainPages(http, '/demo/account', elsewhere.accountPage);
  };
}

/** Text and one inline style sheet. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Serves `render(name)` below `folder`; null is a 404.
 * @param folder such as `/demo/object`
 */
function servePlainPages(
  http: HttpServer,
  folder: string,
  render: (name: string) => Promise<string | null> | string | null,
): void {
  http.get<{ Params: { name: string } }>(`${folder}/:name`, async (request, reply) => {
    const html = await render(request.params.name);
    if (html === null) throw new Refusal('not-found');
    return reply
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(html);
  });
}
