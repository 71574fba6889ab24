/**
 * The console's byte budgets, measured in the build's output (gzip, as the server sends it): the bytes that a user waits
 * for before a page is useful. `npm run budget` prints a table and fails if one is exceeded.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

export interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
export type Manifest = Record<string, Chunk>;

export interface Row {
  what: string;
  bytes: number;
  limit: number;
}

const KB = 1000;
const PAGE = "index.html";
const CONSOLE = "src/shell/start/console.tsx";
/** The texts of every page, and those that a screen or the setup loads in addition. */
const TEXTS = "messages:en/console";
const OWN_TEXTS = "messages:en/";
const LOG_IN = "src/shell/start/login.tsx";
const SETUP = "src/shell/start/setup.tsx";
const FRAME = "src/frame/main.ts";
const SCREEN = /^src\/screens\/.*index\.tsx$/;

/** Measures a build; `size` returns the transferred bytes of a file. */
export function measure(manifest: Manifest, size: (file: string) => number): Row[] {
  const console_ = load(manifest, [PAGE, TEXTS, CONSOLE]);
  const logIn = load(manifest, [PAGE, TEXTS, LOG_IN]);
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + size(file), 0);
  const rows: Row[] = [
    { what: "entry JS", bytes: total(console_.js), limit: 190 * KB },
    { what: "entry CSS", bytes: total(console_.css), limit: 90 * KB },
    { what: "log-in, JS and CSS", bytes: total(logIn.js) + total(logIn.css), limit: 200 * KB },
  ];
  const views = [[SETUP], ...screens(manifest).map((screen) => [CONSOLE, screen])];
  for (const view of views) {
    const { js } = load(manifest, [PAGE, TEXTS, ...textsOf(manifest, view.at(-1) ?? ""), ...view]);
    rows.push({ what: `first load JS of ${view.at(-1)}`, bytes: total(js), limit: 240 * KB });
  }
  return rows;
}

export function exceeded(rows: readonly Row[]): Row[] {
  return rows.filter(({ bytes, limit }) => bytes > limit);
}

export function table(rows: readonly Row[]): string {
  const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`.padStart(10);
  const width = Math.max(...rows.map(({ what }) => what.length));
  return rows
    .map(
      ({ what, bytes, limit }) =>
        `${bytes > limit ? "OVER" : "  ok"}  ${what.padEnd(width)} ${kb(bytes)} of ${kb(limit)}`,
    )
    .join("\n");
}

/** The screens that the console's router opens. */
function screens(manifest: Manifest): string[] {
  return (manifest[CONSOLE]?.dynamicImports ?? []).filter((name) => SCREEN.test(name));
}

/** The file of texts that belongs to a folder of screens, if there is one. */
function textsOf(manifest: Manifest, view: string): string[] {
  const folder = /(?:screens|shell\/start)\/(\w+)/.exec(view)?.[1] ?? "";
  return [`${OWN_TEXTS}${folder}`].filter((name) => name in manifest);
}

/** The files of chunks and of all that they import statically. */
function load(manifest: Manifest, names: string[]): { js: Set<string>; css: Set<string> } {
  const js = new Set<string>();
  const css = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk ${name}: the budgets no longer fit the code.`);
    if (js.has(chunk.file)) return;
    js.add(chunk.file);
    for (const file of chunk.css ?? []) css.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  return { js, css };
}

/** The style sheet and the script of the inner frame's pages, which are separate from the console's. */
export function measureFrame(manifest: Manifest, size: (file: string) => number): Row[] {
  const { js, css } = load(manifest, [FRAME]);
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + size(file), 0);
  return [
    { what: "frame JS", bytes: total(js), limit: 10 * KB },
    { what: "frame CSS", bytes: total(css), limit: 15 * KB },
  ];
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, "../../src/hanse/admin/console/static");
  const read = (name: string): Manifest => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const sizeIn = (at: string) => (file: string) => gzipSync(readFileSync(join(at, file)), { level: 9 }).length;
  const rows = [
    ...measure(read("manifest.json"), sizeIn(folder)),
    ...measureFrame(read("assets/frame/manifest.json"), sizeIn(join(folder, "assets/frame"))),
  ];
  console.log(table(rows));
  const over = exceeded(rows);
  if (over.length > 0) {
    console.error(`\n${over.length} over budget: load what the first view does not need later, or do without it.`);
    process.exit(1);
  }
}
