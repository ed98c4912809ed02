import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT || 3000}`;
// The server takes writes from its own origin only.
const toServer = { target: server, headers: { origin: server } };

function isOwnAndRenderedFirst(file: string): boolean {
  const inside = path.relative(import.meta.dirname, file).replaceAll(path.sep, '/');
  if (!/^(web|rules)\//.test(inside)) return false;
  return !/^rules\/(battle|whitelist|collectors)|^web\/(battle|api\/(live|use-write)|cards\/(foil-|search|selection|OwnedCard|CardModal)|groups|transfers|whitelist|pages\/(?!wallet-queries)|collectors\/(name|use)-|ui\/(\w*Dialog|Ago|Failure|LiveRegion|Problem|Toaster|open-dialogs|scroll-view|HowMany|Menu|SearchField))/.test(
    inside,
  );
}

/** Puts our own loader of files in the place of Vite's. */
const fetchFilesFirst: Plugin = {
  name: 'fetch-files-first',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { fetchFilesFirst as __vitePreload } from '${path.resolve('web/main/fetch-files.ts')}';`
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
              groups: [
                // What every page stands on; it outlives most releases in the browser's cache.
                {
                  name: 'vendor',
                  // Lists that are read down page by page and calls that write belong to later pages.
                  test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(query-core|react-query)(?!.*([iI]nfiniteQuery(Observer|Options|\.)|mutationObserver|useMutation))|wouter|regexparam|@wallet-standard)\//,
                },
                // Our own modules that several pages share: one file compresses better than twenty.
                // Dialogs, toasts and what only people with a wallet see come after the first render.
                { name: 'shared', test: isOwnAndRenderedFirst, minShareCount: 2 },
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
