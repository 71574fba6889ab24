import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { admin } from "../../platform/api/client.ts";
import { expectAccessible } from "../../test/axe.ts";
import { settled } from "../../test/polling.ts";
import { server } from "../../test/server.ts";
import { type Answers, shown } from "../../test/shownBanners.tsx";
import { forgetDismissals } from "./dismissals.ts";

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
      "license error",
      { license: { status: "EXPIRED", prefix: "License error", message: "It is over." } },
      "It is over.",
      "danger",
      false,
    ],
    [
      "license warning",
      { license: { status: "EXPIRING", prefix: "License warning", message: "It ends soon." } },
      "It ends soon.",
      "warning",
      true,
    ],
    [
      "license warning in the grace period",
      { license: { status: "GRACE_PERIOD", prefix: "License warning", message: "It has ended." } },
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
      "Last complete synchronization: Sat Nov 21 18:16:06 UTC 2026.",
      "warning",
      false,
    ],
    ["synchronization that never was", { consoles: consoles() }, "have never received", "warning", false],
    [
      "failed replication",
      { replication: { replicationRequired: false, nodes: [node(1, "FAILED", "No space."), node(2, "OUT_OF_DATE")] } },
      "Replication failed on 1 engine, which still uses its previous configuration. 1 engine is out of date. No space.",
      "warning",
      false,
    ],
    [
      "other active administrators",
      { administrators: ["Anna", "Bertha"] },
      "Anna and Bertha may also be changing the configuration.",
      "warning",
      true,
    ],
    [
      "required replication",
      { replication: { replicationRequired: true, nodes: [] } },
      "Saved changes have not been replicated to the engines yet.",
      "info",
      true,
    ],
  ])("reports %s", async (_, answers, reported, severity, dismissible) => {
    const { container } = await shown(answers);
    await waitFor(() => expect(container.querySelector(".pf-v6-c-alert")).toHaveTextContent(reported));
    expect(container.querySelector(".pf-v6-c-alert")).toHaveClass(`pf-m-${severity}`);
    expect(dismissButton() !== null).toBe(dismissible);
    expect(container.querySelectorAll(".pf-v6-c-alert")).toHaveLength(1);
    await expectAccessible(container);
  });

  it.each<[string, Answers]>([
    ["there is nothing to report", {}],
    ["consoles are in step", { consoles: consoles("2026-11-21T18:16:08Z") }],
    ["there is one console", { consoles: { ...consoles(), enabled: false } }],
    ["nobody may know of the license", { license: { status: "UNKNOWN", prefix: "", message: "" } }],
  ])("is not there when %s", async (_, answers) => {
    const { container, calls } = await shown(answers);
    await waitFor(() => expect(calls.filter((call) => call.includes("Info"))).toHaveLength(2));
    expect(container.querySelector(".pf-v6-c-alert")).toBeNull();
  });

  it("links to the page that resolves its cause", async () => {
    await shown({ replication: { replicationRequired: true, nodes: [] } });
    const link = await screen.findByRole("link", { name: "Cluster Management" });
    expect(link).toHaveAttribute("href", "/system/server/cluster-management");
  });

  it("is shown before those of lower severity", async () => {
    const { container } = await shown({
      license: { status: "EXPIRED", prefix: "License error", message: "It is over." },
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

describe("the banner of an unavailable database", () => {
  const answer = (status: number) =>
    server.use(http.get("*/pf-admin-api/v1/version", () => HttpResponse.json({ message: "x" }, { status })));
  const callServer = () => admin.GET("/version");

  it("appears with the first 503 and disappears with the first success", async () => {
    const answers: Answers = {};
    const { calls, queries } = await shown(answers);
    await screen.findByRole("heading", { name: "Screen" });
    const requestCount = () => calls.filter((path) => path.endsWith("/internalDbWarnings")).length;
    await settled(queries, () => requestCount() === 1);
    answers.databaseStatus = 503;
    answer(503);
    await callServer();
    expect(await screen.findByText("It cannot be reached.")).toBeVisible();
    await settled(queries, () => true);
    const before = requestCount();
    await callServer();
    // Cached data is not read again.
    expect(requestCount()).toBe(before);
    delete answers.databaseStatus;
    answer(200);
    await callServer();
    await waitFor(() => expect(screen.queryByText("It cannot be reached.")).toBeNull());
  });
});

describe("a dismissal", () => {
  it("is kept for the session, in every tab", async () => {
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
