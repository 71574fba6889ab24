import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CONTRACT } from "./contract.ts";

const SRC = join(import.meta.dirname, "../..");
/** Attributes that only style sheets use: PatternFly's cell labels, and the marks of required cells. */
const STYLES = new Set(["data-label", "data-required"]);

const sources = globSync(["frame/*.ts", "features/frame/*.ts", "screens/frame/*.{ts,tsx}"], { cwd: SRC })
  .filter((path) => !/\.test\.|contract\.ts$/.test(path))
  .map((path) => ({ path, code: readFileSync(join(SRC, path), "utf8") }));

it("scripts use only attributes of the contract", () => {
  const spoken = new Set(sources.flatMap(({ code }) => code.match(/data-[a-z-]+/g) ?? []));
  expect([...spoken].filter((name) => !(name in CONTRACT))).toEqual([]);
  expect(sources.filter(({ code }) => code.includes(".dataset")).map(({ path }) => path)).toEqual([]);
});

it("every attribute of the contract is used by a script", () => {
  const code = sources.map((each) => each.code).join("\n");
  expect(Object.keys(CONTRACT).filter((name) => !code.includes(name))).toEqual([]);
});

it("styles use only attributes of the contract and their own", () => {
  const styles = globSync("frame/*.css", { cwd: SRC }).map((path) => readFileSync(join(SRC, path), "utf8"));
  const named = styles.flatMap((css) => css.match(/\[data-[a-z-]+/g) ?? []).map((each) => each.slice(1));
  expect(named.filter((name) => !(name in CONTRACT) && !STYLES.has(name))).toEqual([]);
});
