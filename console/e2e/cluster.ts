/** A cluster of real processes on a PostgreSQL server of its own. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type RunningServer, removeServer, startServer } from "./server.ts";

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = process.env.HANSE_PYTHON ?? join(ROOT, ".venv/bin/python");

export interface Cluster {
  /** Starts a node that runs a console; the first one of a cluster is the active one. */
  console: () => Promise<RunningServer>;
  engine: (environment?: Record<string, string>) => Promise<RunningServer>;
  /** Ends all of it. */
  remove: () => Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const database = await startPostgres();
  const nodes: RunningServer[] = [];
  // What one node seals the others open.
  const shared = { HANSE_DATABASE: database.url, HANSE_MASTER_KEY: randomBytes(32).toString("base64") };

  async function start(mode: string, environment: Record<string, string> = {}): Promise<RunningServer> {
    const node = await startServer({ ...shared, HANSE_MODE: mode, ...environment });
    nodes.push(node);
    return node;
  }

  return {
    console: () => start("console"),
    engine: (environment) => start("engine", environment),
    remove: async () => {
      await Promise.all(nodes.map(removeServer));
      await database.stop();
    },
  };
}

/** Keeps an engine from writing into its copy of the configuration, as a broken disk would; answers what ends that. */
export async function holdCopy({ data }: RunningServer): Promise<() => Promise<void>> {
  const hold = `
import sqlite3, sys
copy = sqlite3.connect(sys.argv[1], isolation_level=None)
copy.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()`;
  const child = spawn(PYTHON, ["-c", hold, join(data, "replica.db")], { stdio: ["pipe", "pipe", "inherit"] });
  await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The copy cannot be held: ${code}`)));
    child.stdout.once("data", resolve);
  });
  return async () => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.stdin.end();
    await gone;
  };
}

/** Starts the server that the Python tests start; it goes with this process, however that ends. */
async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(PYTHON, ["-m", "tests.support.serve_postgres"], {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`PostgreSQL did not start: ${code}`)));
    child.stdout.once("data", (line) => resolve(String(line).trim()));
  });
  return {
    url,
    stop: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await gone;
    },
  };
}
