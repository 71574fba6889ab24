/** A server that trusts a signing key made for the test, and license files made with `hanse license issue`. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, removeServer, startServer } from "../server.ts";
import { test as base } from "../test.ts";

const COMMAND = process.env.HANSE_COMMAND ?? join(import.meta.dirname, "../../../.venv/bin/hanse");
const ORGANIZATION = "Example Ltd";

/** Paths of license files. */
interface Licenses {
  good: string;
  unlimited: string;
  worse: string;
  expired: string;
  /** In its last quarter, for which there is a warning. */
  ending: string;
  /** For versions with the same minor version only. */
  sameMinor: string;
  damaged: string;
  changed: string;
  foreign: string;
  large: string;
  /** Creates one that expires at a given time. */
  endingAt: (moment: Date) => string;
}

interface Prepared {
  folder: string;
  anchor: string;
  files: Licenses;
}

export const test = base.extend<object, { prepared: Prepared; licenses: Licenses; server: RunningServer }>({
  prepared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const prepared = prepare();
      await use(prepared);
      rmSync(prepared.folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  licenses: [async ({ prepared }, use) => use(prepared.files), { scope: "worker" }],
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
  const folder = mkdtempSync(join(tmpdir(), "hanse-licenses-"));
  const path = (name: string) => join(folder, name);
  const license = (...options: string[]) => execFileSync(COMMAND, ["license", ...options], { stdio: "pipe" });
  /** Each command starts a process, so a file is created when a test needs it, and only once. */
  function once(name: string, make: (file: string) => void): string {
    if (!existsSync(path(name))) make(path(name));
    return path(name);
  }
  const key = (name: string) => once(`${name}.pem`, (file) => license("keygen", "--out", file));
  const issue = (name: string, signer: string, ...options: string[]) =>
    once(`${name}.lic`, (file) =>
      license("issue", "--key", key(signer), "--out", file, "--organization", ORGANIZATION, ...options),
    );
  const trusted = (name: string, ...options: string[]) => issue(name, "trusted", ...options);
  const write = (name: string, content: () => string) => once(`${name}.lic`, (file) => writeFileSync(file, content()));
  const token = () => readFileSync(files.good, "utf8").trim();

  const files: Licenses = {
    get good() {
      const roomy = ["--max-connections", "50", "--node-limit", "4", "--days", "400"];
      const described = ["--issued-by", "Example Licensing", "--deployment-method", "On-premises"];
      return trusted("good", ...roomy, ...described, "--feature", "supportlevel=Gold");
    },
    get unlimited() {
      return trusted("unlimited", "--perpetual", "--tier", "FREE");
    },
    get worse() {
      const missing = ["--no-oauth", "--no-ws-trust", "--no-provisioning", "--node-limit", "2", "--days", "10"];
      const groups = ["Production:5:2026-01-01", "Pilot:2:2020-01-01:2021-01-01", "Expansion:1:2090-01-01"];
      return trusted("worse", ...missing, ...groups.flatMap((group) => ["--group", group]));
    },
    get expired() {
      return trusted("expired", "--from", "2020-01-01", "--days", "10");
    },
    get ending() {
      return trusted("ending", "--from", daysAgo(9), "--days", "10");
    },
    get foreign() {
      return issue("foreign", "foreign");
    },
    get sameMinor() {
      return trusted("same-minor", "--same-minor", "--days", "400");
    },
    get damaged() {
      return write("damaged", () =>
        token()
          .slice(0, token().length / 2)
          .replaceAll(".", ""),
      );
    },
    get changed() {
      return write("changed", () => {
        const [header = "", payload = "", signature = ""] = token().split(".");
        const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
        const raised = Buffer.from(JSON.stringify({ ...claims, maxConnections: 5000 })).toString("base64url");
        return [header, raised, signature].join(".");
      });
    },
    get large() {
      return write("large", () => "x".repeat(60_000));
    },
    endingAt: (moment) => trusted(`${moment.getTime()}`, "--expires", moment.toISOString()),
  };
  return { folder, anchor: key("trusted").replace(/\.pem$/, ".pub.pem"), files };
}
