/** Writes src/api/generated from the server's OpenAPI document. The generator needs TypeScript 6, so it lives in tools/. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const generator = join(root, "tools/node_modules/.bin/openapi-typescript");
// A value that has a default may be left out, by callers and by the server, which omits what is null.
const options = ["--default-non-nullable", "false"];
const run = spawnSync(generator, ["openapi.json", "--output", "src/api/generated/admin.ts", ...options], {
  cwd: root,
  stdio: "inherit",
});
process.exit(run.status ?? 1);
