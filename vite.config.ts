import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT || 3000}`;
// The server takes writes from its own origin only.
const toServer = { target: server, headers: { origin: server } };

/** Modules that the first render of the home page does without. */
const LATER = [
  'rules/(battle|collectors|whitelist)',
  'web/(api/(live|or-found|use-write)|battle|groups/(?!saving/owner)|transfers|whitelist)',
  'web/cards/(CardModal|foil-|search|selection)',
  'web/collectors/(name|use)-',
  'web/pages/(?!wallet-queries|home/star)',
  'web/ui/(\\w*Dialog|Ago|Failure|HowMany|hydration|LiveRegion|Menu|SearchField|Toaster|clipboard|open-dialogs|printing|scroll-view)',
];

/** Of modules by their path from this folder: the folders above may have any name. */
function named(pattern: RegExp, but?: RegExp): (file: string) => boolean {
  return (file) => {
    const inside = path.relative(import.meta.dirname, file).replaceAll(path.sep, '/');
    return pattern.test(inside) && but?.test(inside) !== true;
  };
}

/** Puts our own loader of files in the place of Vite's. */
const fetchFilesFirst: Plugin = {
  name: 'fetch-files-first',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { fetchFilesFirst as __vitePreload } from ${JSON.stringify(path.resolve('web/main/fetch-files.ts'))};`
      : null,
};

export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  // wouter asks for React 17's substitute; this React has its own.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [react(), fetchFilesFirst],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The server needs to know the entry and its files; scripts/size.ts weighs them.
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    target: 'es2022',
    // Nested rules and color-mix are written out for older ones.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    // Pictures and fonts stay files of their own: cached, and fetched only when shown.
    assetsInlineLimit: 0,
    modulePreload: {
      // A browser that does not know it fetches the same files a moment later.
      polyfill: false,
      // Our loader needs the imported file too, where it is the only one.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'js' && !files.includes(file) ? [file, ...files] : files,
    },
    rolldownOptions: {
      // Not worth a line on a busy machine.
      checks: { pluginTimings: false },
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              // A module belongs to the first group that fits. One file is one request, and compresses better than twenty.
              groups: [
                // What every page stands on; it outlives most releases in the browser's cache.
                {
                  name: 'vendor',
                  // Lists that are read down page by page and calls that write belong to later pages.
                  test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(query-core|react-query)(?!.*([iI]nfiniteQuery(Observer|Options|\.)|mutationObserver|useMutation))|wouter|regexparam|@wallet-standard\/app)\//,
                },
                {
                  name: 'shared',
                  test: named(/^(web|rules)\//, new RegExp(`^(${LATER.join('|')})`)),
                  minShareCount: 2,
                },
                {
                  name: 'dialog',
                  test: named(
                    /@radix-ui|aria-hidden|^web\/(ui\/(\w*Dialog|open-dialogs)|cards\/CardModal)/,
                  ),
                  minShareCount: 2,
                },
                {
                  name: 'boards',
                  test: named(
                    /^rules\/(whitelist|battle\/deck)|^web\/(whitelist|battle\/board|ui\/(Ago|Failure))/,
                  ),
                  minShareCount: 2,
                },
                { name: 'battle', test: named(/^web\/(battle|api\/live)/), minShareCount: 2 },
                // What else only people with a wallet need.
                {
                  name: 'collector',
                  test: named(/^(web|rules|contract)\/|@tanstack/),
                  minShareCount: 2,
                },
              ],
            },
          },
    },
  },
  // The server loads one file, with all it needs.
  ssr: { noExternal: true },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // `npm run dev` serves the page with hot reload; the server runs beside it.
  server: {
    port: 5173,
    strictPort: true,
    fs: { allow: ['..'] },
    // web/api holds modules of ours under the same path.
    proxy: {
      '^/api/(?!.*\\.ts(\\?|$))': toServer,
      '/demo/ipfs': toServer,
      '/ws': { ...toServer, ws: true },
    },
  },
}));
