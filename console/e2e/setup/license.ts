/** A license created for the tests, and the public key that a server must trust for it. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { COMMAND } from "../server.ts";

const run = promisify(execFile);

export interface License {
  content: Buffer;
  environment: Record<string, string>;
  remove: () => Promise<void>;
}

export async function issueLicense(name: string): Promise<License> {
  const folder = await mkdtemp(join(tmpdir(), "hanse-e2e-license-"));
  const [key, file] = [join(folder, "signing.pem"), join(folder, "license.txt")];
  await run(COMMAND, ["license", "keygen", "--out", key]);
  const claims = ["--organization", "Example Ltd", "--name", name, "--perpetual"];
  await run(COMMAND, ["license", "issue", "--key", key, "--out", file, ...claims]);
  return {
    content: await readFile(file),
    environment: { HANSE_LICENCE_TRUST_ANCHORS: join(folder, "signing.pub.pem") },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
