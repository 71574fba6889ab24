import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressed } from "./scripts/compressed.ts";
import { locales } from "./scripts/locales.ts";
import { preloadedTypeface } from "./scripts/preloaded-typeface.ts";
import { withoutPatternFlyFonts } from "./scripts/without-patternfly-fonts.ts";

const server = "https://localhost:9999";

/**
 * What the console's entry shares with screens, which come after it, and with no other bundle: in one file. Left alone
 * the build makes many small ones of it, which are larger together.
 */
const SHELL = [
  /node_modules\/@tanstack\/(query-core|react-query|router-core|react-router|history|store|react-store)\//,
  /react-core\/dist\/esm\/components\/(Breadcrumb|MenuToggle|Page)\//,
  /react-core\/dist\/esm\/components\/Menu\/(Menu|MenuContent|MenuContext|MenuItem|MenuItemAction|MenuList)\./,
  /src\/platform\/api\/(client|token)\.ts/,
  /src\/(features\/nodes\/consoleInfo|platform\/(page\/(navigation|uiSettings|Screen)|session\/SessionProvider))\.tsx?/,
];

const TIMED = "src/**/*.timed.test.{ts,tsx}";

export default defineConfig({
  plugins: [react(), locales(), withoutPatternFlyFonts(), preloadedTypeface(), compressed()],
  // When the release was made, for the copyright line; unset in a build that is no release.
  define: { "import.meta.env.SOURCE_DATE_EPOCH": JSON.stringify(process.env.SOURCE_DATE_EPOCH) },
  build: {
    outDir: "../src/hanse/admin/console/static",
    emptyOutDir: true,
    manifest: "manifest.json",
    // Nothing is inlined: the Content-Security-Policy lets fonts come from this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first script has a list of all files in it: what they are called is in the manifest.
        chunkFileNames: "assets/c-[hash].js",
        assetFileNames: "assets/c-[hash][extname]",
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: "shell", test: (id) => SHELL.some((one) => one.test(id)) }],
        },
      },
    },
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
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    maxWorkers: 2,
    testTimeout: 60_000,
    // As with the browser tests: a machine that stalls must not refuse a change, and a second run is told.
    retry: process.env.CI ? 1 : 0,
    // The files of a worker share their modules and a window: loading them for each file takes as long as the tests. What
    // stops the clock has modules of its own, because some of them keep the clock that they were loaded under.
    projects: [
      {
        extends: true,
        test: { name: "shared", include: ["{src,scripts}/**/*.test.{ts,tsx}"], exclude: [TIMED], isolate: false },
      },
      { extends: true, test: { name: "timed", include: [TIMED] } },
    ],
  },
});
