/** The reference cloud identity service, on a free port and an empty folder. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { COMMAND, end } from "../server.ts";
import { test } from "../test.ts";

export interface Cloud {
  /** The server options that lead to it. */
  environment: Record<string, string>;
  /** A valid credential. */
  credential: string;
  /** Its address. */
  port: number;
  /** Runs `python -m tools.cloud …` on its data, and returns the output. */
  run: (...command: string[]) => string;
  stop: () => Promise<void>;
}

export const ORGANIZATION = "Käse & Söhne GmbH";
const ROOT = join(import.meta.dirname, "../../..");
const PYTHON = join(dirname(COMMAND), "python");
const SERVICE = ["-m", "tools.cloud"];
const CREDENTIAL = /^[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}$/m;

/** Tests with a cloud that the tests of one worker share. */
export const clouded = test.extend<object, { cloud: Cloud }>({
  cloud: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const cloud = await startCloud();
      await use(cloud);
      await cloud.stop();
    },
    { scope: "worker" },
  ],
});

async function startCloud(): Promise<Cloud> {
  const data = await mkdtemp(join(tmpdir(), "hanse-e2e-cloud-"));
  const port = await freePort();
  const options = ["--data", data, "--port", String(port), "--organization", ORGANIZATION];
  const child = spawn(PYTHON, [...SERVICE, "serve", ...options], {
    cwd: ROOT,
    // Otherwise Python would keep the credential in a buffer.
    env: { ...process.env, PYTHONUNBUFFERED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    await end(child, "SIGTERM");
    await rm(data, { recursive: true, force: true });
  };
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const credential = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const found = CREDENTIAL.exec(output);
      if (found) resolve(found[0]);
    });
    child.once("exit", () => reject(new Error(`The cloud service did not start:\n${output}`)));
  });
  await answering(`http://127.0.0.1:${port}/`);
  const run = (...command: string[]) =>
    execFileSync(PYTHON, [...SERVICE, ...command, "--data", data], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  return { environment: { HANSE_CLOUD_REGIONS: `NA=http://127.0.0.1:${port}` }, credential, port, run, stop };
}

async function answering(address: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      await fetch(address);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
