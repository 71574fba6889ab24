import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressed } from "./scripts/compressed.ts";
import { withoutPatternFlyFonts } from "./scripts/without-patternfly-fonts.ts";

const server = "https://localhost:9999";

export default defineConfig({
  plugins: [react(), withoutPatternFlyFonts(), compressed()],
  // When the release was made, for the copyright line; unset in a build that is no release.
  define: { "import.meta.env.SOURCE_DATE_EPOCH": JSON.stringify(process.env.SOURCE_DATE_EPOCH) },
  build: {
    outDir: "../src/hanse/admin/console/static",
    emptyOutDir: true,
    manifest: "manifest.json",
    // Nothing is inlined: the Content-Security-Policy lets fonts come from this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first script has a list of all files in it: what they are called is in the manifest.
    rolldownOptions: { output: { chunkFileNames: "assets/c-[hash].js", assetFileNames: "assets/c-[hash][extname]" } },
  },
  server: {
    proxy: {
      "^/pf-admin-": {
        target: server,
        secure: false, // The server's certificate is made at its first start.
        changeOrigin: true,
        // The server takes requests of its own origin only; in development the page has another one.
        headers: { origin: server },
      },
    },
  },
  test: {
    environment: "happy-dom",
    environmentOptions: { happyDOM: { url: "https://localhost:9999/" } },
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    // The files of a worker share their modules: loading them for each file took as long as the tests.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});
