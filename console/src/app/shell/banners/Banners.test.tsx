import type { QueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetToken } from "../../../api/client.ts";
import type { NavItem } from "../../../api/session.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import { MessagesProvider } from "../../messages/Messages.tsx";
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
  /** What the answer to the last of the calls waits for. */
  held?: Promise<void>;
}

function leaf(label: string, path: string): NavItem {
  return { id: label, label, path, level: "LEAF", react: true, children: [] };
}
const TREE = [
  leaf("License", "/system/server/license"),
  leaf("Cluster Management", "/system/server/cluster-management"),
];

/** As the shell has them: above every screen, which is shown once they have their place. */
function Framed() {
  const [isShown, setShown] = useState(false);
  return (
    <MessagesProvider>
      <Banners tree={TREE} isShown={isShown} onPlaced={() => setShown(true)} />
      <main>{isShown && <Outlet />}</main>
    </MessagesProvider>
  );
}

async function shown(answers: Answers = {}) {
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
    http.get(`${INTERNAL}/replicationInfo`, async () => {
      await answers.held;
      return HttpResponse.json(answers.replication ?? { replicationRequired: false, nodes: [] });
    }),
  );
  const view = await renderInConsole(() => <h1>Screen</h1>, { frame: Framed });
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

describe("the page below", () => {
  const others = /may be changing the configuration/;
  const above = (container: Element) => container.querySelector(".hanse-banners__above") as HTMLElement;
  const late = (container: Element) => container.querySelector(".hanse-banners__late") as HTMLElement;
  const ask = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ["banners"] });

  it("stays where it is when a banner comes, until the next page", async () => {
    const answers: Answers = {};
    const { container, queries, router } = await shown(answers);
    expect(await screen.findByRole("heading", { name: "Screen" })).toBeVisible();
    answers.administrators = ["Anna"];
    await ask(queries);
    expect(await within(late(container)).findByText(others)).toBeVisible();
    expect(above(container)).toBeEmptyDOMElement();
    expect(screen.queryByRole("button", { name: "Show above the page" })).toBeNull();
    await expectAccessible(container);
    await act(() => router.navigate({ to: "/other" as never }));
    expect(await within(above(container)).findByText(others)).toBeVisible();
    expect(late(container)).toBeEmptyDOMElement();
  });

  it("makes room for what cannot be dismissed when somebody asks for that", async () => {
    const answers: Answers = {};
    const { container, queries, user } = await shown(answers);
    await screen.findByRole("heading", { name: "Screen" });
    answers.licence = { status: "EXPIRED", prefix: "License error", message: "It is over." };
    await ask(queries);
    await user.click(await screen.findByRole("button", { name: "Show above the page" }));
    expect(within(above(container)).getByText(/It is over/)).toBeVisible();
    expect(late(container)).toBeEmptyDOMElement();
  });

  it("stays where it is when a cause is gone, until the next page", async () => {
    const answers: Answers = { administrators: ["Anna"] };
    const { container, queries, router } = await shown(answers);
    expect(await within(above(container)).findByText(others)).toBeVisible();
    answers.administrators = [];
    await ask(queries);
    await waitFor(() => expect(container.querySelector(".hanse-banners__over")).toHaveAttribute("inert"));
    expect(screen.queryByRole("button", { name: /^Dismiss/ })).toBeNull();
    await act(() => router.navigate({ to: "/other" as never }));
    expect(above(container)).toBeEmptyDOMElement();
  });

  it("waits for all that is to be said above it", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { container } = await shown({ administrators: ["Anna"], held });
    await waitFor(() => expect(above(container)).toBeInTheDocument());
    expect(screen.queryByRole("heading", { name: "Screen" })).toBeNull();
    expect(screen.queryByText(others)).toBeNull();
    release();
    expect(await screen.findByRole("heading", { name: "Screen" })).toBeVisible();
    expect(within(above(container)).getByText(others)).toBeVisible();
  });
});
