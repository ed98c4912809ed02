import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT || 3000}`;
// The server takes writes from its own origin only.
const toServer = { target: server, headers: { origin: server } };

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The server needs to know the entry and its files; scripts/size.mjs weighs them.
    manifest: true,
    target: 'es2022',
    // Pictures and fonts stay files of their own: cached, and fetched only when shown.
    assetsInlineLimit: 0,
    // Not worth a line on a busy machine.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // `npm run dev` serves the page with hot reload; the server runs beside it.
  server: {
    port: 5173,
    strictPort: true,
    fs: { allow: ['..'] },
    proxy: { '/api': toServer, '/ws': { ...toServer, ws: true } },
  },
});
