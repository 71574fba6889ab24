/** Each rule of zones.json is proved to fire, on the bad examples in fixtures/zones. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

function brokenRules(folder: string): string[] {
  const command = join(root, "tools/node_modules/.bin/depcruise");
  const run = spawnSync(command, ["--config", join(root, "zones.json"), "--output-type", "json", "src"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const report: { summary: { violations: { rule: { name: string } }[] } } = JSON.parse(run.stdout);
  return [...new Set(report.summary.violations.map(({ rule }) => rule.name))].sort();
}

it("fires each rule on its bad example", () => {
  const rules: { forbidden: { name: string }[] } = JSON.parse(readFileSync(join(root, "zones.json"), "utf8"));
  expect(brokenRules(join(import.meta.dirname, "fixtures/zones"))).toEqual(
    rules.forbidden.map(({ name }) => name).sort(),
  );
});
