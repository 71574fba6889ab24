import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressed } from "./scripts/compressed.ts";
import { locales } from "./scripts/locales.ts";
import { preloadedTypeface } from "./scripts/preloaded-typeface.ts";
import { withoutPatternFlyFonts } from "./scripts/without-patternfly-fonts.ts";

const server = "https://localhost:9999";

/**
 * The modules that the console's entry shares with its screens only, in one file. By default, the build splits them
 * into many small files, which together are larger.
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
  // The time of the release, for the copyright line; unset in other builds.
  define: { "import.meta.env.SOURCE_DATE_EPOCH": JSON.stringify(process.env.SOURCE_DATE_EPOCH) },
  build: {
    outDir: "../src/hanse/admin/console/static",
    emptyOutDir: true,
    manifest: "manifest.json",
    // Nothing is inlined: the Content-Security-Policy allows fonts of this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Short names, because the first script contains a list of all files; the manifest has the full names.
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
        secure: false, // The server creates its certificate at its first start.
        changeOrigin: true,
        // The server accepts requests of its own origin only; in development the page has another one.
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
    // A machine may stall for seconds, as in the browser tests. The report names tests that needed a second run.
    retry: process.env.CI ? 1 : 0,
    // The files of a worker share their modules and a window: loading them for each file takes as long as the tests.
    // Tests that stop the clock have their own modules, because some modules keep the clock of the time of their import.
    projects: [
      {
        extends: true,
        test: { name: "shared", include: ["{src,scripts}/**/*.test.{ts,tsx}"], exclude: [TIMED], isolate: false },
      },
      { extends: true, test: { name: "timed", include: [TIMED] } },
    ],
  },
});
