/** A server that trusts a signing key made for the test, and licence files made with `hanse license issue`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, removeServer, startServer } from "../server.ts";
import { test as base } from "../test.ts";

const COMMAND = process.env.HANSE_COMMAND ?? join(import.meta.dirname, "../../../.venv/bin/hanse");
const ORGANIZATION = "Example Ltd";

/** Paths of licence files. */
interface Licences {
  good: string;
  unlimited: string;
  worse: string;
  expired: string;
  /** In its last quarter, which one is warned of. */
  ending: string;
  damaged: string;
  changed: string;
  foreign: string;
  large: string;
  /** Makes one that ends at a moment. */
  endingAt: (moment: Date) => string;
}

interface Prepared {
  folder: string;
  anchor: string;
  files: Licences;
}

export const test = base.extend<object, { prepared: Prepared; licences: Licences; server: RunningServer }>({
  prepared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const prepared = prepare();
      await use(prepared);
      rmSync(prepared.folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  licences: [async ({ prepared }, use) => use(prepared.files), { scope: "worker" }],
  server: [
    async ({ prepared }, use) => {
      process.env.HANSE_LICENCE_TRUST_ANCHORS = prepared.anchor; // The server inherits it.
      const server = await startServer();
      await use(server);
      await removeServer(server);
      delete process.env.HANSE_LICENCE_TRUST_ANCHORS;
    },
    { scope: "worker" },
  ],
});

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

function prepare(): Prepared {
  const folder = mkdtempSync(join(tmpdir(), "hanse-licences-"));
  const path = (name: string) => join(folder, name);
  const license = (...options: string[]) => execFileSync(COMMAND, ["license", ...options], { stdio: "pipe" });
  for (const key of ["trusted.pem", "foreign.pem"]) license("keygen", "--out", path(key));

  function issue(name: string, key: string, ...options: string[]): string {
    license("issue", "--key", path(key), "--out", path(name), "--organization", ORGANIZATION, ...options);
    return path(name);
  }
  function write(name: string, content: string): string {
    writeFileSync(path(name), content);
    return path(name);
  }

  const labelled = ["--deployment-method", "On-premises", "--feature", "supportlevel=Gold"];
  const roomy = ["--max-connections", "50", "--node-limit", "4"];
  const good = issue(
    "good.lic",
    "trusted.pem",
    ...roomy,
    "--days",
    "400",
    "--issued-by",
    "Example Licensing",
    ...labelled,
  );
  const token = readFileSync(good, "utf8").trim();
  const [header = "", payload = "", signature = ""] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const raised = Buffer.from(JSON.stringify({ ...claims, maxConnections: 5000 })).toString("base64url");
  return {
    folder,
    anchor: path("trusted.pub.pem"),
    files: {
      good,
      unlimited: issue("unlimited.lic", "trusted.pem", "--perpetual", "--tier", "FREE"),
      worse: issue(
        "worse.lic",
        "trusted.pem",
        ...["--no-oauth", "--no-ws-trust", "--no-provisioning", "--node-limit", "2", "--days", "10"],
        ...["--group", "Production:5:2026-01-01", "--group", "Pilot:2:2020-01-01:2021-01-01"],
        ...["--group", "Expansion:1:2090-01-01"],
      ),
      expired: issue("expired.lic", "trusted.pem", "--from", "2020-01-01", "--days", "10"),
      ending: issue("ending.lic", "trusted.pem", "--from", daysAgo(9), "--days", "10"),
      foreign: issue("foreign.lic", "foreign.pem"),
      damaged: write("damaged.lic", token.slice(0, token.length / 2).replaceAll(".", "")),
      changed: write("changed.lic", [header, raised, signature].join(".")),
      large: write("large.lic", "x".repeat(60_000)),
      endingAt: (moment) => issue(`${moment.getTime()}.lic`, "trusted.pem", "--expires", moment.toISOString()),
    },
  };
}
