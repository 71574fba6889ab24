import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetToken } from "../../../api/client.ts";
import type { NavItem } from "../../../api/session.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import { Banners } from "./Banners.tsx";
import { forgetDismissals } from "./dismissals.ts";

const UI = "*/pf-admin-ui";
const INTERNAL = "*/pf-admin-api/v1/internal";
const NOW = Date.parse("2026-11-21T18:17:07Z");

/** What a server that stands alone, and has nothing to tell, answers; a test names what is otherwise. */
interface Answers {
  licence?: object;
  database?: object[];
  databaseStatus?: number;
  administrators?: string[];
  consoles?: object;
  replication?: object;
}

function leaf(label: string, path: string): NavItem {
  return { id: label, label, path, level: "LEAF", react: true, children: [] };
}
const TREE = [
  leaf("License", "/system/server/license"),
  leaf("Cluster Management", "/system/server/cluster-management"),
];

async function shown(answers: Answers = {}, session = administrator) {
  forgetToken();
  const calls: string[] = [];
  server.events.removeAllListeners();
  server.events.on("request:start", ({ request }) => calls.push(new URL(request.url).pathname));
  const quiet = { status: "OK", prefix: "", message: "" };
  const items = (list: readonly object[]) => HttpResponse.json({ items: list });
  server.use(
    http.get(`${UI}/uiSettings`, () => HttpResponse.json({ navTree: TREE, version: "1", timezone: "UTC" })),
    http.post(`${UI}/apitoken`, () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(`${UI}/licenseExpiryStatus`, () => HttpResponse.json({ item: answers.licence ?? quiet })),
    http.get(`${UI}/internalDbWarnings`, () =>
      answers.databaseStatus
        ? HttpResponse.json({ resultId: "x", message: "It cannot be reached." }, { status: answers.databaseStatus })
        : items(answers.database ?? []),
    ),
    http.get(`${UI}/activeAdministrators`, () =>
      items((answers.administrators ?? []).map((username) => ({ username, lastActive: "" }))),
    ),
    http.get(`${INTERNAL}/activePassiveConsoleInfo`, () =>
      HttpResponse.json(answers.consoles ?? { enabled: false, role: "ACTIVE" }, {
        headers: { Date: new Date(NOW).toUTCString() },
      }),
    ),
    http.get(`${INTERNAL}/replicationInfo`, () =>
      HttpResponse.json(answers.replication ?? { replicationRequired: false, nodes: [] }),
    ),
  );
  const view = await renderInConsole(() => <Banners tree={TREE} />, { session });
  return { user: userEvent.setup(), calls, ...view };
}

const dismissButton = () => screen.queryByRole("button", { name: /^Dismiss until you sign out/ });
const node = (index: number, replicationStatus: string, replicationFailure?: string) => ({
  index,
  address: `engine-${index}`,
  replicationStatus,
  replicationFailure,
});
const consoles = (activeNodeLastSuccessfulSyncTime?: string) => ({
  enabled: true,
  role: "ACTIVE",
  synchronizationIntervalSecs: 10,
  synchronizationWarningSecs: 60,
  activeNodeLastSuccessfulSyncTime,
});

beforeEach(forgetDismissals);

describe("a banner", () => {
  it.each<[string, Answers, string, "danger" | "warning" | "info", boolean]>([
    [
      "licence error",
      { licence: { status: "EXPIRED", prefix: "License error", message: "It is over." } },
      "It is over.",
      "danger",
      false,
    ],
    [
      "licence warning",
      { licence: { status: "EXPIRING", prefix: "License warning", message: "It ends soon." } },
      "It ends soon.",
      "warning",
      true,
    ],
    [
      "licence warning in the grace period",
      { licence: { status: "GRACE_PERIOD", prefix: "License warning", message: "It has ended." } },
      "It has ended.",
      "warning",
      true,
    ],
    [
      "internal database warning",
      { database: [{ id: "low", label: "Disk space is low", description: "Only 9 MiB are free." }] },
      "Only 9 MiB are free.",
      "warning",
      false,
    ],
    ["database that is away", { databaseStatus: 503 }, "It cannot be reached.", "warning", false],
    [
      "late synchronization",
      { consoles: consoles("2026-11-21T18:16:06Z") },
      "They last had all of it Sat Nov 21 18:16:06 UTC 2026.",
      "warning",
      false,
    ],
    ["synchronization that never was", { consoles: consoles() }, "never had all of it.", "warning", false],
    [
      "failed replication",
      { replication: { replicationRequired: false, nodes: [node(1, "FAILED", "No space."), node(2, "OUT_OF_DATE")] } },
      "Replication failed on 1 engine, which goes on with its older configuration. 1 engine is out of date. No space.",
      "warning",
      false,
    ],
    [
      "other active administrators",
      { administrators: ["Anna", "Bertha"] },
      "Anna and Bertha may be changing the configuration as well.",
      "warning",
      true,
    ],
    [
      "required replication",
      { replication: { replicationRequired: true, nodes: [] } },
      "What was saved has not been replicated to the engines yet.",
      "info",
      true,
    ],
  ])("tells of %s", async (_, answers, told, severity, dismissible) => {
    const { container } = await shown(answers);
    await waitFor(() => expect(container.querySelector(".pf-v6-c-alert")).toHaveTextContent(told));
    expect(container.querySelector(".pf-v6-c-alert")).toHaveClass(`pf-m-${severity}`);
    expect(dismissButton() !== null).toBe(dismissible);
    expect(container.querySelectorAll(".pf-v6-c-alert")).toHaveLength(1);
    await expectAccessible(container);
  });

  it.each<[string, Answers]>([
    ["nothing is to be told", {}],
    ["consoles are in step", { consoles: consoles("2026-11-21T18:16:08Z") }],
    ["there is one console", { consoles: { ...consoles(), enabled: false } }],
    ["nobody may know of the licence", { licence: { status: "UNKNOWN", prefix: "", message: "" } }],
  ])("is not there when %s", async (_, answers) => {
    const { container, calls } = await shown(answers);
    await waitFor(() => expect(calls.filter((call) => call.includes("Info"))).toHaveLength(2));
    expect(container.querySelector(".pf-v6-c-alert")).toBeNull();
  });

  it("leads to where its cause is dealt with", async () => {
    await shown({ replication: { replicationRequired: true, nodes: [] } });
    const link = await screen.findByRole("link", { name: "Cluster Management" });
    expect(link).toHaveAttribute("href", "/system/server/cluster-management");
  });

  it("stands before those that are less grave", async () => {
    const { container } = await shown({
      licence: { status: "EXPIRED", prefix: "License error", message: "It is over." },
      administrators: ["Anna"],
      replication: { replicationRequired: true, nodes: [node(1, "FAILED")] },
    });
    await waitFor(() => expect(container.querySelectorAll(".pf-v6-c-alert")).toHaveLength(4));
    const severities = [...container.querySelectorAll(".pf-v6-c-alert")].map(
      ({ className }) => /pf-m-(danger|warning|info)/.exec(className)?.[1],
    );
    expect(severities).toEqual(["danger", "warning", "warning", "info"]);
  });
});

describe("a dismissal", () => {
  it("lasts as long as the session, in every tab", async () => {
    const { user, unmount } = await shown({ administrators: ["Anna"] });
    await user.click(await screen.findByRole("button", { name: /^Dismiss until you sign out/ }));
    expect(screen.queryByText(/Anna/)).not.toBeInTheDocument();
    unmount();
    const again = await shown({ administrators: ["Anna"], replication: { replicationRequired: true, nodes: [] } });
    expect(await screen.findByText("Replication required", { exact: false })).toBeVisible();
    expect(screen.queryByText(/Anna/)).not.toBeInTheDocument();
    again.unmount();
    // The log-in screen does this.
    forgetDismissals();
    await shown({ administrators: ["Anna"] });
    expect(await screen.findByText(/Anna/)).toBeVisible();
  });
});

it("auditors see none, and nothing is asked for them", async () => {
  const { container, calls } = await shown(
    { licence: { status: "EXPIRED", prefix: "License error", message: "It is over." } },
    { ...administrator, auditor: true },
  );
  expect(container.querySelector(".hanse-banners")).toBeNull();
  expect(calls).toEqual([]);
});
