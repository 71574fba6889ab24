import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { forgetToken } from "../../../platform/api/client.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import type { Category, Settings } from "./form.ts";
import LogSettings from "./index.tsx";

const PATH = "*/pf-admin-api/v1/serverSettings/logSettings";
const MIGRATED = "*/pf-admin-api/v1/internal/logSettings/migratedConfiguration";
const ROWS: Category[] = [
  { id: "requests", name: "Requests", description: "Each HTTP request.", enabled: false },
  { id: "oauth", name: "OAuth", description: "What issuers publish.", enabled: true },
  {
    id: "keys",
    name: "Keys",
    description: "Renewals.",
    enabled: true,
    enabledUntil: "2026-11-21T09:30:00.000Z",
  },
];
let sent: { body: Settings; etag: string | null }[];

beforeEach(() => {
  forgetToken();
  sent = [];
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(MIGRATED, () => HttpResponse.json({ waiting: false })),
    http.get(PATH, () => answering(ROWS, 7)),
    http.put(PATH, async ({ request }) => {
      const body = (await request.json()) as Settings;
      sent.push({ body, etag: request.headers.get("If-Match") });
      return answering(
        ROWS.map((row) => ({
          ...row,
          enabled: body.logCategories?.some(({ id, enabled }) => id === row.id && enabled) ?? false,
        })),
        8,
      );
    }),
  );
});

const answering = (logCategories: Category[], revision: number) =>
  HttpResponse.json({ logCategories }, { headers: { ETag: `"${revision}"` } });

async function opened(parts: Parameters<typeof renderInConsole>[1] = {}) {
  const view = await renderInConsole(() => <LogSettings />, { page: paths.logSettings, ...parts });
  await screen.findByRole("rowheader", { name: "Requests" });
  return { user: userEvent.setup(), ...view };
}

const verbose = (name: string) => screen.getByRole("checkbox", { name: `Verbose: ${name}` });
const ends = (name: string) =>
  screen.queryByRole<HTMLSelectElement>("combobox", { name: `End of verbose logging for ${name}` });
const save = () => screen.getByRole("button", { name: "Save" });

describe("log settings", () => {
  it("lists every category with its description, with nothing to save", async () => {
    const { container } = await opened();
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "Category",
      "Description",
      "Verbose",
      "Switches off",
    ]);
    expect(within(screen.getAllByRole("row")[1] as HTMLElement).getByText("Each HTTP request.")).toBeVisible();
    expect([verbose("Requests"), verbose("OAuth")].map((box) => (box as HTMLInputElement).checked)).toEqual([
      false,
      true,
    ]);
    expect(ends("Requests")).toBeNull();
    expect(ends("Keys")).toHaveDisplayValue("Until Sat Nov 21 09:30:00 UTC 2026");
    expect(save()).toHaveAttribute("aria-disabled", "true");
    await expectAccessible(container);
  });

  it("shows end times in the configured time zone", async () => {
    const settings = { navTree: [], version: "1", timezone: "Europe/Berlin" };
    server.use(http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json(settings)));
    await opened();
    await waitFor(() => expect(ends("Keys")).toHaveDisplayValue("Until Sat Nov 21 10:30:00 CET 2026"));
  });

  it("can be saved while they differ from the loaded ones", async () => {
    const { user } = await opened();
    await user.click(verbose("Requests"));
    expect(save()).not.toHaveAttribute("aria-disabled", "true");
    await user.click(verbose("Requests"));
    await user.click(verbose("Keys"));
    await user.click(verbose("Keys"));
    expect(ends("Keys")).toHaveDisplayValue("Until Sat Nov 21 09:30:00 UTC 2026");
    expect(save()).toHaveAttribute("aria-disabled", "true");
    await user.selectOptions(ends("Keys") as HTMLElement, "After 1 hour");
    expect(save()).not.toHaveAttribute("aria-disabled", "true");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(ends("Keys")).toHaveDisplayValue("Until Sat Nov 21 09:30:00 UTC 2026");
    expect(save()).toHaveAttribute("aria-disabled", "true");
  });

  it("sends all categories with their end times and the revision, and shows the stored ones", async () => {
    const { user } = await opened();
    await user.click(verbose("Requests"));
    await user.selectOptions(ends("Requests") as HTMLElement, "After 15 minutes");
    await user.click(verbose("OAuth"));
    await user.click(save());
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    expect(sent).toEqual([
      {
        body: {
          logCategories: [
            { id: "requests", enabled: true, enabledForMinutes: 15 },
            { id: "oauth", enabled: false },
            { id: "keys", enabled: true, enabledUntil: "2026-11-21T09:30:00.000Z" },
          ],
        },
        etag: '"7"',
      },
    ]);
    await waitFor(() => expect(verbose("OAuth")).not.toBeChecked());
    expect(save()).toHaveAttribute("aria-disabled", "true");
  });

  it("shows Save Failed. and keeps the choices", async () => {
    server.use(http.put(PATH, () => HttpResponse.json({ resultId: "unavailable", message: "Busy." }, { status: 503 })));
    const { user } = await opened();
    await user.click(verbose("Requests"));
    await user.click(save());
    expect(await screen.findByText("Save Failed.")).toBeVisible();
    expect(screen.getByText("Busy.")).toBeVisible();
    expect(verbose("Requests")).toBeChecked();
  });

  it("shows both sides after a concurrent save", async () => {
    const current = { logCategories: ROWS.map((row) => ({ ...row, enabled: row.id === "requests" })) };
    server.use(
      http.put(PATH, () =>
        HttpResponse.json({ resultId: "conflict", message: "Changed.", current, revision: 9 }, { status: 409 }),
      ),
    );
    const { user } = await opened();
    await user.click(verbose("Keys"));
    await user.click(save());
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      "Verbose categories",
      "OAuth",
      "Requests",
    ]);
    await user.click(dialog.getByRole("button", { name: "Discard my changes and load the stored version" }));
    expect(verbose("Requests")).toBeChecked();
    expect(verbose("OAuth")).not.toBeChecked();
  });

  it("warns of a migrated configuration until it is marked as merged", async () => {
    server.use(
      http.get(MIGRATED, () => HttpResponse.json({ waiting: true, file: "conf/log4j2.xml" })),
      http.post(`${MIGRATED}/merged`, () => HttpResponse.json({ waiting: false })),
    );
    const { user, container } = await opened();
    expect(await screen.findByText(/then mark the file as merged/)).toHaveTextContent("conf/log4j2.xml");
    await expectAccessible(container);
    await user.click(screen.getByRole("button", { name: "Mark as merged" }));
    await waitFor(() => expect(screen.queryByText(/mark the file as merged/)).not.toBeInTheDocument());
  });

  it("are read-only for auditors and other roles", async () => {
    server.use(http.get(MIGRATED, () => HttpResponse.json({ waiting: true, file: "conf/log4j2.xml" })));
    await opened({ session: { ...administrator, auditor: true } });
    expect(verbose("OAuth")).toBeDisabled();
    expect(ends("Keys")).toBeNull();
    expect(screen.getByText("Until Sat Nov 21 09:30:00 UTC 2026")).toBeVisible();
    expect(await screen.findByText(/mark the file as merged/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Mark as merged" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
  });
});
