import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { forgetToken } from "../../../platform/api/client.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import VirtualHostNames from "./index.tsx";

const PATH = "*/pf-admin-api/v1/virtualHostNames";
let sent: { names: string[]; etag: string | null }[];

beforeEach(() => {
  forgetToken();
  sent = [];
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
  );
});

const answering = (names: string[], revision: number) =>
  HttpResponse.json({ virtualHostNames: names }, { headers: { ETag: `"${revision}"` } });

/** The server has these names and stores each request, unless `refuse` returns an error. */
function holding(names: string[], refuse?: () => Response | undefined) {
  let revision = 7;
  server.use(
    http.get(PATH, () => answering(names, revision)),
    http.put(PATH, async ({ request }) => {
      const body = (await request.json()) as { virtualHostNames: string[] };
      sent.push({ names: body.virtualHostNames, etag: request.headers.get("If-Match") });
      const refusal = refuse?.();
      if (refusal) return refusal;
      revision += 1;
      return answering(
        body.virtualHostNames.map((name) => name.toLowerCase()),
        revision,
      );
    }),
  );
}

async function opened(names: string[], parts: Parameters<typeof renderInConsole>[1] = {}) {
  const view = await renderInConsole(() => <VirtualHostNames />, { page: paths.virtualHostNames, ...parts });
  await screen.findByText(names.length > 0 ? /host names?$/ : "No virtual host names");
  return { user: userEvent.setup(), ...view };
}

const inputs = () => screen.queryAllByRole<HTMLInputElement>("textbox", { name: /^Host Domain Name/ });
const values = () => inputs().map((input) => input.value);
const save = () => screen.getByRole("button", { name: "Save" });
const button = (name: string) => screen.getByRole("button", { name });

describe("virtual host names", () => {
  it("lists the names, with nothing to save", async () => {
    holding(["a.example", "b.example"]);
    const { container } = await opened(["a.example", "b.example"]);
    expect(values()).toEqual(["a.example", "b.example"]);
    expect(save()).toHaveAttribute("aria-disabled", "true");
    expect(save()).toHaveAccessibleDescription("No changes yet.");
    await expectAccessible(container);
  });

  it("adds, changes and deletes, sends the revision, and shows the stored names", async () => {
    holding(["a.example", "b.example"]);
    const { user } = await opened(["a.example", "b.example"]);
    await user.click(button("Delete a.example"));
    await user.click(button("+Add"));
    expect(inputs()[2]).toHaveFocus();
    await user.keyboard(" C.example ");
    await user.click(save());
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    expect(sent).toEqual([{ names: ["b.example", "C.example"], etag: '"7"' }]);
    await waitFor(() => expect(values()).toEqual(["b.example", "c.example"]));
    expect(save()).toHaveAttribute("aria-disabled", "true");
    await user.type(inputs()[0] as HTMLElement, "x");
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.etag).toBe('"8"');
  });

  it("marks a stored row as deleted, with a button to restore it, and removes a new one", async () => {
    holding(["a.example"]);
    const { user, container } = await opened(["a.example"]);
    await user.click(button("Delete a.example"));
    expect(screen.getByText("Will be deleted when saved")).toBeVisible();
    expect(inputs()[0]).toHaveAttribute("readonly");
    await expectAccessible(container);
    expect(button("Undo deleting a.example")).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(inputs()[0]).not.toHaveAttribute("readonly");
    await user.click(button("+Add"));
    await user.click(button("Delete the row without a name"));
    expect(values()).toEqual(["a.example"]);
    expect(inputs()[0]).toHaveFocus();
    expect(save()).toHaveAttribute("aria-disabled", "true");
  });

  it("reports a missing name at its row without a call", async () => {
    holding(["a.example"]);
    const { user, container } = await opened(["a.example"]);
    await user.click(button("+Add"));
    await user.click(save());
    expect(inputs()[1]).toHaveFocus();
    expect(inputs()[1]).toBeInvalid();
    expect(inputs()[1]).toHaveAccessibleDescription(/^This field is required\./);
    expect(save()).toHaveAccessibleDescription("Enter the missing host names.");
    await expectAccessible(container);
    expect(sent).toEqual([]);
    await user.keyboard("b.example{Enter}");
    expect(await screen.findByText("Settings saved.")).toBeVisible();
  });

  it("shows the server's errors at their rows, counted without deleted ones", async () => {
    const validationErrors = [
      { errorId: "value_in_use", message: "Twice.", fieldPath: "virtualHostNames[1]" },
      { errorId: "other", message: "No host names at all.", fieldPath: null },
    ];
    holding(["a.example", "b.example"], () =>
      HttpResponse.json({ resultId: "validation_error", message: "x", validationErrors }, { status: 422 }),
    );
    const { user, container } = await opened(["a.example", "b.example"]);
    await user.click(button("Delete a.example"));
    await user.click(button("+Add"));
    await user.keyboard("B.example");
    await user.click(save());
    expect(await screen.findByText("Save Failed.")).toBeVisible();
    expect(inputs().map((input) => input.getAttribute("aria-invalid"))).toEqual(["false", "false", "true"]);
    expect(inputs()[2]).toHaveAccessibleDescription(/^Twice\./);
    const problem = screen.getByText("The changes were not saved").closest<HTMLElement>("[role=alert]");
    expect(within(problem as HTMLElement).getByText("B.example: Twice.")).toBeVisible();
    expect(within(problem as HTMLElement).getByText("No host names at all.")).toBeVisible();
    expect(problem).toHaveFocus();
    await expectAccessible(container);
    // Continuing to type does not move the focus to the error summary.
    await user.type(inputs()[2] as HTMLElement, "c");
    expect(inputs()[2]).toHaveFocus();
    expect(inputs()[2]).toBeValid();
  });

  it("shows 'Save Failed.' when the server does not answer, and keeps the input", async () => {
    holding(["a.example"], () => HttpResponse.error());
    const { user } = await opened(["a.example"]);
    await user.type(inputs()[0] as HTMLElement, "x");
    await user.click(save());
    expect(await screen.findByText("Save Failed.")).toBeVisible();
    expect(screen.getByText(/The server is not responding/)).toBeVisible();
    expect(values()).toEqual(["a.examplex"]);
  });

  it("restores the stored names", async () => {
    holding(["a.example"]);
    const { user } = await opened(["a.example"]);
    await user.type(inputs()[0] as HTMLElement, "x");
    await user.click(button("+Add"));
    await user.click(button("Cancel"));
    expect(values()).toEqual(["a.example"]);
    expect(sent).toEqual([]);
  });

  it.each([
    ["Discard my changes and load the stored version", ["c.example"], 1],
    ["Overwrite with my changes", ["b.example"], 2],
    ["Keep editing", ["b.example"], 1],
  ])("shows both sides of a conflict: %s", async (choice, names, calls) => {
    holding(["a.example", "shared.example"], () =>
      sent.length === 1
        ? HttpResponse.json(
            {
              resultId: "conflict",
              message: "x",
              current: { virtualHostNames: ["c.example", "shared.example"] },
              revision: 9,
            },
            { status: 409 },
          )
        : undefined,
    );
    const { user } = await opened(["a.example", "shared.example"]);
    await user.clear(inputs()[0] as HTMLElement);
    await user.type(inputs()[0] as HTMLElement, "b.example");
    await user.click(save());
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByRole("cell", { name: "b.example" })).toBeVisible();
    expect(within(dialog).getByRole("cell", { name: "c.example" })).toBeVisible();
    expect(within(dialog).queryByText(/shared\.example/)).not.toBeInTheDocument();
    expect(screen.queryByText("Save Failed.")).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole("button", { name: choice }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(values()).toEqual([...names, "shared.example"]);
    await waitFor(() => expect(sent).toHaveLength(calls));
    if (calls === 2) expect(sent[1]?.etag).toBe('"9"');
  });

  it("shows an auditor the names, read-only", async () => {
    holding(["a.example"]);
    const { container } = await opened(["a.example"], { session: { ...administrator, auditor: true } });
    expect(inputs()[0]).toBeDisabled();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("explains the next step when there is none", async () => {
    holding([]);
    const { user, container } = await opened([]);
    await expectAccessible(container);
    await user.click(button("+Add"));
    expect(inputs()[0]).toHaveFocus();
    await user.click(button("Delete the row without a name"));
    expect(button("+Add")).toHaveFocus();
  });

  it("asks about unsaved changes", async () => {
    holding(["a.example"]);
    const { user, router } = await opened(["a.example"]);
    await user.type(inputs()[0] as HTMLElement, "x");
    void router.navigate({ to: "/other" as never });
    expect(await screen.findByRole("dialog", { name: /Leave without saving/ })).toBeVisible();
  });

  it("reports that they cannot be loaded, and tries again", async () => {
    server.use(
      http.get(PATH, () => HttpResponse.json({ resultId: "x", message: "The database is away." }, { status: 503 })),
    );
    await renderInConsole(() => <VirtualHostNames />, { page: paths.virtualHostNames });
    expect(await screen.findByText("The database is away.")).toBeVisible();
    holding(["a.example"]);
    await userEvent.click(button("Load again"));
    await waitFor(() => expect(values()).toEqual(["a.example"]));
  });
});
