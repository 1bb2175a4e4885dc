// Builds the page of the contest server: small files with hashed names, loaded when they are needed. The program
// embeds all of them.
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type PreviewServer, type ViteDevServer } from "vite";

/** The server that is asked while working on the page: `agon serve --listen 127.0.0.1:8080`. */
const agon = process.env.AGON_SERVER ?? "http://127.0.0.1:8080";

/** Answers every address that is not a file with the page, as the server does. */
function page(server: ViteDevServer | PreviewServer): void {
  server.middlewares.use((request, _, next) => {
    const path = (request.url ?? "/").split("?")[0];
    if (!/^\/(api|src|assets|node_modules|@)/.test(path) && !/\.\w+$/.test(path))
      request.url = "/contest.html";
    next();
  });
}
const proxy = { "/api": { target: agon, changeOrigin: true, headers: { origin: agon } } };

export default defineConfig({
  base: "/",
  resolve: { alias: { $web: join(import.meta.dirname, "src") } },
  plugins: [svelte(), { name: "history", configureServer: page, configurePreviewServer: page }],
  build: {
    target: "es2022",
    outDir: "dist-contest",
    modulePreload: { polyfill: false },
    // The policy of the server allows files only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rollupOptions: { input: "contest.html" },
  },
  server: { proxy },
  preview: { proxy, host: "127.0.0.1" },
});
