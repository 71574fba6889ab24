/** Writes src/api/generated from the two OpenAPI documents. The generator needs TypeScript 6, so it lives in tools/. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const generator = join(root, "tools/node_modules/.bin/openapi-typescript");

for (const [document, types] of [
  ["openapi.json", "admin.ts"],
  ["session-service.openapi.json", "session-service.ts"],
] as const) {
  const run = spawnSync(generator, [document, "--output", `src/api/generated/${types}`], {
    cwd: root,
    stdio: "inherit",
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
