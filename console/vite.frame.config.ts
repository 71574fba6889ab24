/**
 * The build of the style sheet and the script of frame forms. It is separate from the console's, so that neither is
 * split into files that they share. The pages use the tokens, the font and the base styles of the console's build.
 */
import { defineConfig } from "vite";
import { compressed } from "./scripts/compressed.ts";
import { purgeFrameCss } from "./scripts/frame-css.ts";

export default defineConfig({
  base: "/assets/frame/",
  publicDir: false,
  plugins: [purgeFrameCss(), compressed()],
  build: {
    outDir: "../src/hanse/admin/console/static/assets/frame",
    emptyOutDir: true,
    manifest: "manifest.json",
    assetsDir: "",
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: "src/frame/main.ts",
      output: { entryFileNames: "f-[hash].js", assetFileNames: "f-[hash][extname]" },
    },
  },
});
