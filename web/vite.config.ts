// Builds the page as three files with fixed names, which the program embeds.
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The server that is asked while working on the page. */
const agon = process.env.AGON_SERVER ?? "http://127.0.0.1:7788";

export default defineConfig({
  base: "./",
  // games/GAME/web is outside of this folder and imports its modules by this prefix.
  resolve: { alias: { $web: join(import.meta.dirname, "src") } },
  plugins: [
    svelte(),
    {
      // One tag per line: crates/agon-watch/src/page.rs replaces these lines in a self-contained page.
      name: "tags-on-their-own-lines",
      transformIndexHtml: {
        order: "post",
        handler: (html) => html.replace(/\s*(<(?:script|link)[^>]*app\.[^>]*>(?:<\/script>)?)/g, "\n$1\n"),
      },
    },
  ],
  build: {
    target: "es2022",
    modulePreload: false,
    // The font becomes part of app.css.
    assetsInlineLimit: 100_000,
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      output: {
        entryFileNames: "app.js",
        assetFileNames: "app.[ext]",
        codeSplitting: false,
      },
    },
  },
  // While working on the page: `agon watch --port 7788` beside `npm run dev`.
  // The server answers its own page only, so requests get its own origin.
  server: { proxy: { "/api": { target: agon, changeOrigin: true, headers: { origin: agon } } } },
  // Long enough for a busy machine; only a test that hangs is ended.
  test: {
    include: ["src/**/*.test.ts", "../games/*/web/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
