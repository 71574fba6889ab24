import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { classesIn, purged, templateClasses } from "./frame-css.ts";

const STYLES = join(import.meta.dirname, "../node_modules/@patternfly/react-styles/css");

it("every PatternFly class of a template exists in PatternFly", () => {
  const all = globSync("**/*.css", { cwd: STYLES }).map((path) => readFileSync(join(STYLES, path), "utf8"));
  const known = new Set(all.flatMap((css) => css.match(/pf-(?:v6|m)-(?:[\w-])+/g) ?? []));
  const used = [...templateClasses()].filter((name) => name.startsWith("pf-"));
  expect(used.length).toBeGreaterThan(60);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

it("classes that are assembled at run time are found too", () => {
  const found = classesIn('<p class="pf-v6-c-alert pf-m-{{ "danger" if failed else "success" }} hanse-frame__x">');
  expect([...found].sort()).toEqual(["hanse-frame__x", "pf-m-danger", "pf-m-success", "pf-v6-c-alert"]);
});

it("rules for unused classes are removed, and all others stay", () => {
  const css = `
    .pf-v6-c-alert { color: red }
    .pf-v6-c-alert.pf-m-info, .pf-v6-c-alert.pf-m-danger { color: blue }
    .pf-v6-c-alert:not(.pf-m-inline) { color: green }
    @media (width > 1px) { .pf-v6-c-wizard { color: red } }
    @keyframes turn { from { opacity: 0 } to { opacity: 1 } }
    .pf-v6-c-alert { --pf-v6-c-alert--A: 1; --pf-v6-c-alert--B: var(--pf-v6-c-alert--A) }
    .pf-m-danger { --pf-v6-c-alert--C: 2; width: var(--pf-v6-c-alert--C) }
    html { color: black }`;
  const kept = purged(css, new Set(["pf-v6-c-alert", "pf-m-danger"]));
  expect(kept).not.toMatch(/wizard|pf-m-info|@media/);
  expect(kept).toMatch(/\.pf-v6-c-alert\.pf-m-danger\s*\{ color: blue/);
  expect(kept).toContain(":not(.pf-m-inline)");
  expect(kept).toMatch(/@keyframes turn \{ from \{ opacity: 0 \} to \{ opacity: 1 \} \}/);
  expect(kept).not.toMatch(/--[AB]/);
  expect(kept).toMatch(/--C: 2/);
  expect(kept).toContain("html { color: black }");
});
