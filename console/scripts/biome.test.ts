/** Proves that each rule that this project adds to Biome's own fires on a bad example. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hanse-biome-"));
  copyFileSync(join(root, "biome.json"), join(folder, "biome.json"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Biome's findings for a file with this content at this path. */
function findings(path: string, code: string): string {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), code);
  const command = join(root, "node_modules/.bin/biome");
  const run = spawnSync(command, ["lint", "--colors=off", path], { cwd: folder, encoding: "utf8" });
  return run.stdout + run.stderr;
}

it.each([
  [
    "a fetch outside src/platform/api",
    "src/platform/ui/bad.ts",
    'export const call = () => fetch("/x");',
    "noRestrictedGlobals",
  ],
  [
    "a text that is not in the catalog",
    "src/platform/ui/Bad.tsx",
    "export const Bad = () => <p>Hello</p>;",
    "noJsxLiterals",
  ],
  ["a default export outside a screen", "src/platform/ui/bad.ts", "export default 1;", "noDefaultExport"],
  ["a barrel file", "src/platform/ui/index.ts", 'export * from "./Seal.tsx";', "noReExportAll"],
])("finds %s", (_, path, code, rule) => {
  expect(findings(path, code)).toContain(rule);
});

it("lets src/platform/api call fetch, and a screen have its default export", () => {
  expect(findings("src/platform/api/good.ts", 'export const call = () => fetch("/x");\n')).toContain(
    "No fixes applied",
  );
  expect(findings("src/screens/home/index.tsx", "export default 1;\n")).toContain("No fixes applied");
});
