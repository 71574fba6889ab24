/**
 * Writes src/platform/api/generated from the server's OpenAPI document, reduced to the operations that the console calls, and
 * for the server the messages of the inner frame as JSON Schema and the attributes of its pages. The generator of types needs TypeScript 6, so it lives in
 * tools/.
 */
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { toJsonSchemaDefs } from "@valibot/to-json-schema";
import { CONTRACT } from "../src/features/frame/contract.ts";
import { fromFrame, toFrame } from "../src/features/frame/messages.ts";
import { inUse } from "./operations.ts";

const root = join(import.meta.dirname, "..");

const messages = join(root, "../src/hanse/admin/frames/messages.schema.json");
const target = "draft-2020-12";
const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $comment: "Written by `make gen` from console/src/features/frame/messages.ts.",
  $defs: toJsonSchemaDefs({ fromFrame, toFrame }, { target }),
};
mkdirSync(dirname(messages), { recursive: true });
writeFileSync(messages, `${JSON.stringify(schema, null, 2)}\n`);

const contract = join(root, "../src/hanse/admin/frames/page_contract.json");
writeFileSync(contract, `${JSON.stringify(CONTRACT, null, 2)}\n`);

const sources = globSync("src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/generated/**"] });
const code = sources.map((path) => readFileSync(join(root, path), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "hanse-openapi-"));
const reduced = join(folder, "openapi.json");
writeFileSync(reduced, JSON.stringify(inUse(JSON.parse(readFileSync(join(root, "openapi.json"), "utf8")), code)));

const generator = join(root, "tools/node_modules/.bin/openapi-typescript");
// A value with a default may be left out, by callers and by the server, which omits null values.
const options = ["--default-non-nullable", "false"];
const run = spawnSync(generator, [reduced, "--output", "src/platform/api/generated/admin.ts", ...options], {
  cwd: root,
  stdio: "inherit",
});
rmSync(folder, { recursive: true });
process.exit(run.status ?? 1);
