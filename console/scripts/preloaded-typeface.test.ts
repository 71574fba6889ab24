import { expect, it } from "vitest";
import { preloads } from "./preloaded-typeface.ts";

it("preloads the typeface's file for the console's languages, and no other", () => {
  const folder = "node_modules/@fontsource-variable/inter/files";
  const links = preloads([
    { fileName: "assets/c-1.woff2", originalFileNames: [`${folder}/inter-latin-ext-wght-normal.woff2`] },
    { fileName: "assets/c-2.woff2", originalFileNames: [`${folder}/inter-latin-wght-normal.woff2`] },
    { fileName: "assets/c-3.js" },
  ]);
  expect(links.map(({ attrs }) => attrs?.href)).toEqual(["/assets/c-2.woff2"]);
});
