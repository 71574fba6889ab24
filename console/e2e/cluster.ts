/** A cluster of real processes on a PostgreSQL server of its own. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type RunningServer, removeServer, startServer } from "./server.ts";

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = process.env.HANSE_PYTHON ?? join(ROOT, ".venv/bin/python");

export interface Cluster {
  /** Starts a node with a console; the first one of a cluster is the active one. */
  console: () => Promise<RunningServer>;
  engine: (environment?: Record<string, string>) => Promise<RunningServer>;
  /** Stops all nodes and the database. */
  remove: () => Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const database = await startPostgres();
  const nodes: RunningServer[] = [];
  // All nodes share the encryption key.
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

/** Prevents an engine from writing its copy of the configuration. Returns a function that undoes this. */
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

/** A PostgreSQL server, started as in the Python tests; it ends with this process, however that ends. */
interface Postgres {
  url: string;
  stop: () => Promise<void>;
}

/** A separate PostgreSQL server, which can be stopped while other servers use it. */
export interface OwnPostgres extends Postgres {
  kill: () => Promise<void>;
  start: () => Promise<void>;
}

function startPostgres(): Promise<Postgres> {
  return servePostgres([]);
}

export function startOwnPostgres(): Promise<OwnPostgres> {
  return servePostgres(["--own"]);
}

async function servePostgres(options: readonly string[]): Promise<OwnPostgres> {
  const child = spawn(PYTHON, ["-m", "tests.support.serve_postgres", ...options], {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`PostgreSQL ended: ${code}`)));
  });
  // A stopped server exits, which is not a failure.
  ended.catch(() => undefined);
  const line = () =>
    Promise.race([
      ended,
      new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data).trim()))),
    ]);
  const url = await line();
  const send = async (order: string) => {
    const done = line();
    child.stdin.write(`${order}\n`);
    expect(await done).toBe(order);
  };
  return {
    url,
    kill: () => send("kill"),
    start: () => send("start"),
    stop: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await gone;
    },
  };
}
