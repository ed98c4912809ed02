/**
 * The borders between the rooms (ARCHITECTURE.md). scripts/borders.ts checks them, and checks that
 * each of these rules can fail.
 */
const TEST = '\\.test\\.tsx?$';
/** Folders of server/ and web/ that are no features: any other is one, also a new one. */
export const NO_FEATURES = 'cluster|db|http|jobs|live|start|sui|api|frame|main|pages|public|ui';
const SERVER_FEATURE = `^server/(?!(?:${NO_FEATURES})/)([^/]+)/`;
const WEB_FEATURE = `^web/(?!(?:${NO_FEATURES})/)([^/]+)/`;
const COMPOSITION_ROOT = '^server/(app|main|serve|start/demo-mode|cluster/cluster)\\.ts$';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'rules-know-nothing',
      'rules/ is plain functions: no I/O, no library, no other room.',
      { path: '^rules/', pathNot: TEST },
      { pathNot: '^rules/' },
    ),
    forbid(
      'contract-knows-rules-and-zod',
      'contract/ is shapes over the rules.',
      { path: '^contract/', pathNot: TEST },
      { pathNot: '^(contract|rules)/|node_modules/zod/' },
    ),
    forbid(
      'server-and-web-never-meet',
      'They share the contract and nothing else.',
      { path: '^(server|web)/', pathNot: TEST },
      { path: '^(server|web)/', pathNot: '^$1/' },
    ),
    forbid(
      'server-features-stay-apart',
      'What one feature needs of another, app.ts hands it.',
      { path: SERVER_FEATURE, pathNot: TEST },
      { path: SERVER_FEATURE, pathNot: '^server/$1/' },
    ),
    forbid(
      'web-features-stay-apart',
      'Pages compose features. The card is what all of them show: any may draw it, it knows none of them. The ' +
        'admin page shows the whitelist.',
      { path: WEB_FEATURE, pathNot: `^web/admin/|${TEST}` },
      { path: WEB_FEATURE, pathNot: '^web/($1|cards)/' },
    ),
    forbid(
      'routes-call-use-cases',
      'A route is a line of a table: no store, no database, nothing outside.',
      { path: '^server/.+/routes\\.ts$' },
      { path: '-store\\.ts$|^server/(db|sui|cluster|live|jobs)/|node_modules/(?!zod/)' },
    ),
    forbid(
      'only-stores-reach-the-database',
      'SQL stands in *-store.ts; a use case may hold a transaction, that is, know its type.',
      { path: '^server/', pathNot: `^server/db/|-store\\.ts$|${COMPOSITION_ROOT}|${TEST}` },
      { path: '^server/db/(?!database-error\\.ts)', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'only-the-database-room-knows-the-driver',
      'Everybody else takes its types from server/db/sql.ts.',
      { pathNot: '^server/db/' },
      { path: 'node_modules/(@types/)?pg/' },
    ),
    forbid(
      'only-cluster-knows-redis',
      'Everybody else speaks to other servers through server/cluster/event-bus.ts.',
      { path: '^(rules|contract|server|web|demo)/', pathNot: `^server/cluster/|${TEST}` },
      { path: 'node_modules/@redis/' },
    ),
    forbid(
      'only-http-knows-fastify',
      'Features hand out handlers; server/http binds them.',
      { pathNot: '^server/http/' },
      { path: 'node_modules/(@fastify|fastify)/' },
    ),
    forbid(
      'only-announcers-know-sockets',
      'A use case publishes a fact; announce.ts tells the sockets.',
      { path: '^server/', pathNot: `^server/live/|/announce\\.ts$|${COMPOSITION_ROOT}|${TEST}` },
      { path: '^server/live/|node_modules/(ws|@types/ws)/' },
    ),
    forbid(
      'only-the-edges-know-sui',
      'Everybody else speaks to the chain through server/sui/chain.ts.',
      {
        path: '^(rules|contract|server|web)/',
        pathNot: `^server/sui/|^server/sessions/|^web/wallet/|${TEST}`,
      },
      { path: 'node_modules/@mysten/' },
    ),
    forbid(
      'ui-knows-no-product',
      'web/ui would serve any product.',
      { path: '^web/ui/', pathNot: TEST },
      { path: '^(rules|contract|server|web|demo)/', pathNot: '^web/ui/' },
    ),
    forbid(
      'frame-knows-no-page',
      'What stands around every page must not need one of them.',
      { path: '^web/frame/' },
      { path: '^web/(pages|main)/' },
    ),
    forbid(
      'only-the-entry-knows-web-main',
      'web/main knows everything, so nothing else may know it.',
      { path: '^(web|demo)/(?!main/)', pathNot: TEST },
      { path: '^web/main/' },
    ),
    forbid(
      'jobs-know-nothing-of-us',
      'server/jobs would serve any server: no feature, no database, no chain.',
      { path: '^server/jobs/', pathNot: TEST },
      { path: '^(rules|contract|server|demo)/', pathNot: '^server/jobs/' },
    ),
    forbid(
      'demo-loads-on-demand',
      'Outside demo mode nothing of demo/ is loaded.',
      { path: '^(rules|contract|server|web)/', pathNot: TEST },
      { path: '^demo/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    ),
    forbid(
      'demo-is-a-guest',
      'The demo world comes in through the public calls, like everybody.',
      { path: '^demo/', pathNot: TEST },
      { path: '^(server|tests)/' },
    ),
    forbid(
      'product-does-not-know-its-tests',
      'Tests look at the product, not the other way.',
      { path: '^(rules|contract|server|web|demo|scripts)/', pathNot: TEST },
      { path: `^tests/|${TEST}` },
    ),
    forbid(
      'product-runs-without-development-packages',
      'npm start installs the dependencies only.',
      { path: '^(rules|contract|server|web|demo)/', pathNot: TEST },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    ),
    forbid(
      'no-barrels',
      'Import from the file that has it.',
      {},
      { path: '^(?!node_modules).*(^|/)index\\.tsx?$' },
    ),
    forbid(
      'no-cycles',
      'Two files that need each other are one, dynamic imports included. Types are gone when code runs.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'no-unresolved',
      "Every import leads somewhere. The bench's peer installs its packages on demand.",
      { pathNot: '\\.css$|^bench/peer/' },
      { couldNotResolve: true, pathNot: '\\?|\\.css$' },
    ),
    forbid(
      'no-orphans',
      'A module nobody needs and that needs nobody is left over.',
      {
        orphan: true,
        path: '^(rules|contract|server|web|demo|tests)/',
        pathNot: '\\.d\\.ts$|^web/main/fetch-files\\.ts$',
      },
      {},
    ),
    {
      name: 'no-dead-modules',
      comment: 'Nothing that runs leads to it.',
      severity: 'error',
      from: {
        path: '^server/main\\.ts$|^web/main/(main|render|fetch-files)\\.tsx?$|^(scripts|bench)/',
      },
      to: {
        path: '^(rules|contract|server|web|demo)/.*\\.tsx?$',
        pathNot: `${TEST}|\\.d\\.ts$|^server/main\\.ts$|^web/main/(main|render|fetch-files)\\.tsx?$`,
        reachable: false,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types count: a border that types may cross is none.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
};
