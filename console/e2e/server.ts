/** Starts the real server on an empty data folder, and stops it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The content of <data>/listening.json, which the server writes once it is ready. */
export interface Listening {
  admin: string;
  engine: string;
  /** The one-time setup link; null once the setup is complete. */
  setupLink: string | null;
}

export interface RunningServer extends Listening {
  data: string;
  /** Ends the process by SIGKILL or gracefully, and waits for it. */
  stop: (signal?: "SIGKILL" | "SIGTERM") => Promise<void>;
  /** Starts it again on the same data folder. */
  start: () => Promise<void>;
}

export const COMMAND = process.env.HANSE_COMMAND ?? join(import.meta.dirname, "../../.venv/bin/hanse");
/** The limit for a busy machine; a process that ends instead is noticed immediately. */
const START_MS = 120_000;

/** `environment` has the server's options, such as `{ HANSE_CONSOLE_TITLE: "Acme" }`. */
export async function startServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), "hanse-e2e-"));
  let child = launch(data, 0, 0, environment);
  const server: RunningServer = {
    data,
    ...(await ready(child, data)),
    stop: (signal = "SIGTERM") => end(child.process, signal),
    start: async () => {
      // The same ports again, so that open pages reach it.
      await rm(join(data, "listening.json"), { force: true });
      child = launch(data, portOf(server.admin), portOf(server.engine), environment);
      Object.assign(server, await ready(child, data));
    },
  };
  return server;
}

export async function removeServer(server: RunningServer): Promise<void> {
  await server.stop();
  await rm(server.data, { recursive: true, force: true });
}

interface Launched {
  process: ChildProcess;
  output: string[];
}

function launch(data: string, adminPort: number, enginePort: number, environment: Record<string, string>): Launched {
  const ports = ["--admin-port", String(adminPort), "--engine-port", String(enginePort)];
  const child = spawn(COMMAND, ["serve", "--data", data, "--engine-workers", "0", ...ports], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  child.stdout.on("data", (chunk) => output.push(String(chunk)));
  child.stderr.on("data", (chunk) => output.push(String(chunk)));
  return { process: child, output };
}

async function ready({ process: child, output }: Launched, data: string): Promise<Listening> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    const text = await readFile(join(data, "listening.json"), "utf8").catch(() => undefined);
    if (text) return JSON.parse(text);
    await pause(50);
  }
  await end(child, "SIGKILL");
  throw new Error(`The server did not start:\n${output.join("")}`);
}

/** Ends a process and waits for it. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

/** Any unused port, for a listener that the server does not have. */
function portOf(address: string | null): number {
  return address ? Number(new URL(address).port) : 0;
}
