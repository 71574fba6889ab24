import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "../../paths.ts";
import { expectAccessible } from "../../test/axe.ts";
import { renderInConsole } from "../../test/render.tsx";
import { server } from "../../test/server.ts";
import { admin } from "../api/client.ts";
import { ifMatch, type Versioned, versioned } from "../api/transport.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { EditPage } from "./EditPage.tsx";
import { useEntityForm } from "./useEntityForm.ts";

type HostNames = { virtualHostNames: string[] };

const KEY = ["hostNames"];
const toValues = (stored: HostNames | undefined) => ({ names: stored?.virtualHostNames.join(" ") ?? "" });
const LATER = { virtualHostNames: ["theirs.example", "more.example"] };
let sent: { names: string[]; etag: string | null }[];
let stored: { names: string[]; revision: number };
let client: QueryClient;

/** A form of one field. */
function Form() {
  client = useQueryClient();
  const form = useEntityForm<HostNames, { names: string }>({
    query: useQuery({
      queryKey: KEY,
      queryFn: () => versioned(admin.GET("/virtualHostNames")) as Promise<Versioned<HostNames>>,
    }),
    queryKey: KEY,
    fields: 1,
    toValues,
    check: ({ names }) => new Map(names === "" ? [["names", "Needed."]] : []),
    send: ({ names }, etag) =>
      versioned(
        admin.PUT("/virtualHostNames", { body: { virtualHostNames: names.split(" ") }, headers: ifMatch(etag) }),
      ) as Promise<Versioned<HostNames>>,
    fieldAt: (path) => (path.startsWith("virtualHostNames") ? { name: "names", label: "Host names" } : undefined),
  });
  return (
    <EditPage {...form.page} title="Form" description="A form." breadcrumb="none">
      <input
        id="names"
        aria-label="Host names"
        value={form.values.names}
        onChange={({ target }) => form.change({ names: target.value })}
      />
      <output>{form.errors.get("names")}</output>
      {form.conflict && (
        <ConflictDialog
          {...form.conflict}
          mine={{ virtualHostNames: form.values.names.split(" ") }}
          fields={[
            { name: "virtualHostNames", label: "Host names" },
            { name: "same", label: "Same" },
          ]}
        />
      )}
    </EditPage>
  );
}

let refusal: (() => Response) | undefined;
/** Saves are answered once this is resolved. */
let gate: Promise<void> | undefined;

beforeEach(() => {
  sent = [];
  refusal = undefined;
  gate = undefined;
  stored = { names: ["mine.example"], revision: 3 };
  const answer = () =>
    HttpResponse.json({ virtualHostNames: stored.names }, { headers: { ETag: `"${stored.revision}"` } });
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })),
    http.post("*/pf-admin-ui/apitoken", () =>
      HttpResponse.json({ access_token: "t", token_type: "Bearer", expires_in: 600 }),
    ),
    http.get("*/pf-admin-api/v1/virtualHostNames", answer),
    http.put("*/pf-admin-api/v1/virtualHostNames", async ({ request }) => {
      const { virtualHostNames: names } = (await request.json()) as HostNames;
      const etag = request.headers.get("If-Match");
      sent.push({ names, etag });
      await gate;
      if (refusal) return refusal();
      if (etag === `"${stored.revision}"`) {
        stored = { names, revision: stored.revision + 1 };
        return answer();
      }
      const current = { virtualHostNames: stored.names };
      return HttpResponse.json(
        { resultId: "conflict", message: "Changed.", current, revision: stored.revision },
        { status: 409 },
      );
    }),
  );
});

const field = () => screen.getByRole("textbox", { name: "Host names" });
const save = () => screen.getByRole("button", { name: "Save" });

async function edited() {
  await renderInConsole(() => <Form />, { page: paths.virtualHostNames });
  const user = userEvent.setup();
  await user.type(await screen.findByRole("textbox", { name: "Host names" }), "x");
  return user;
}

/** Another administrator saves, and the page reads the new version while it is edited. */
async function overtaken() {
  const user = await edited();
  stored = { names: LATER.virtualHostNames, revision: 5 };
  await client.refetchQueries({ queryKey: KEY });
  return user;
}

async function conflicting() {
  const user = await overtaken();
  await user.click(save());
  return { user, dialog: within(await screen.findByRole("dialog", { name: /Another administrator saved/ })) };
}

describe("an edit", () => {
  it("keeps its values and entity tag when a newer version is loaded meanwhile", async () => {
    const { dialog } = await conflicting();
    expect(sent).toEqual([{ names: ["mine.examplex"], etag: '"3"' }]);
    await userEvent.click(dialog.getByRole("button", { name: "Keep editing" }));
    expect(field()).toHaveValue("mine.examplex");
  });

  it("that is discarded shows the stored values", async () => {
    const user = await overtaken();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(field()).toHaveValue("theirs.example more.example");
    await user.type(field(), "x");
    await user.click(save());
    await vi.waitFor(() => expect(sent).toEqual([{ names: ["theirs.example", "more.examplex"], etag: '"5"' }]));
  });

  it("that is made during a save stays, and is based on what was saved", async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const user = await edited();
    await user.click(save());
    await user.type(field(), "y");
    open();
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    expect(field()).toHaveValue("mine.examplexy");
    await user.click(save());
    await vi.waitFor(() => expect(sent[1]).toEqual({ names: ["mine.examplexy"], etag: '"4"' }));
  });

  it("that is undone by hand follows newer versions again", async () => {
    const user = await edited();
    await user.type(field(), "{Backspace}");
    stored = { names: LATER.virtualHostNames, revision: 5 };
    await client.refetchQueries({ queryKey: KEY });
    await vi.waitFor(() => expect(field()).toHaveValue("theirs.example more.example"));
  });

  it("is checked before it is sent, and again after a correction", async () => {
    const user = await edited();
    await user.clear(field());
    await user.click(save());
    expect(sent).toEqual([]);
    expect(field()).toHaveFocus();
    expect(save()).toHaveAccessibleDescription("Correct the marked fields.");
    await user.type(field(), "a.example");
    await user.click(save());
    await vi.waitFor(() => expect(sent).toHaveLength(1));
  });

  it("that was refused can be sent again unchanged; its errors link to their fields", async () => {
    const validationErrors = [{ errorId: "x", message: "In use.", fieldPath: "virtualHostNames[0]" }];
    refusal = () =>
      HttpResponse.json({ resultId: "validation_error", message: "x", validationErrors }, { status: 422 });
    const user = await edited();
    await user.click(save());
    await user.click(await screen.findByRole("link", { name: "Host names: In use." }));
    expect(field()).toHaveFocus();
    // The cause is fixed elsewhere.
    refusal = undefined;
    await user.click(save());
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(screen.queryByText("In use.")).not.toBeInTheDocument();
  });
});

describe("a conflict", () => {
  it("shows both sides of the differing fields", async () => {
    const { dialog } = await conflicting();
    expect(dialog.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["Field", "Your version", "Stored now"],
      ["Host names", "mine.examplex", "theirs.example, more.example"],
    ]);
    await expectAccessible(screen.getByRole("dialog"));
  });

  it("overwrites with the current revision", async () => {
    const { dialog } = await conflicting();
    await userEvent.click(dialog.getByRole("button", { name: "Overwrite with my changes" }));
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    expect(sent[1]).toEqual({ names: ["mine.examplex"], etag: '"5"' });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("accepts the other side", async () => {
    const { user, dialog } = await conflicting();
    await user.click(dialog.getByRole("button", { name: "Discard my changes and load the stored version" }));
    await vi.waitFor(() => expect(field()).toHaveValue("theirs.example more.example"));
    await user.type(field(), "x");
    await user.click(save());
    await vi.waitFor(() => expect(sent[1]?.etag).toBe('"5"'));
  });
});
