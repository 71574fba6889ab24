import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { admin } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { ifMatch, versioned } from "../api/transport.ts";
import { expectAccessible } from "../test/axe.ts";
import { renderInConsole } from "../test/render.tsx";
import { server } from "../test/server.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { formPath, sortErrors } from "./serverErrors.ts";
import { useSave } from "./useSave.ts";

const mine = { virtualHostNames: ["mine.example"] };
const onSaved = vi.fn();
const takeTheirs = vi.fn();

/** A form of one button, saving what was read at revision 3. */
function Form() {
  const { save, saving, conflict, error, saveOver, dismiss } = useSave({
    send: (body: typeof mine, etag) => versioned(admin.PUT("/virtualHostNames", { body, headers: ifMatch(etag) })),
    onSaved,
  });
  return (
    <>
      <h1>Form</h1>
      <button type="button" onClick={() => save(mine, '"3"')}>
        Save
      </button>
      <p>{error?.message}</p>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          mine={mine}
          fields={[
            { name: "virtualHostNames", label: "Host names" },
            { name: "same", label: "Same" },
          ]}
          saving={saving}
          onTakeTheirs={() => takeTheirs(conflict.current)}
          onSaveOver={saveOver}
          onClose={dismiss}
        />
      )}
    </>
  );
}

beforeEach(() => {
  onSaved.mockReset();
  takeTheirs.mockReset();
  const current = { virtualHostNames: ["theirs.example", "more.example"] };
  server.use(
    http.post("*/pf-admin-ui/apitoken", () =>
      HttpResponse.json({ access_token: "t", token_type: "Bearer", expires_in: 600 }),
    ),
    http.put("*/pf-admin-api/v1/virtualHostNames", async ({ request }) => {
      if (request.headers.get("If-Match") === '"5"')
        return HttpResponse.json(await request.json(), { headers: { ETag: '"6"' } });
      return HttpResponse.json({ resultId: "conflict", message: "Changed.", current, revision: 5 }, { status: 409 });
    }),
  );
});

async function conflicting() {
  await renderInConsole(() => <Form />);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  return within(await screen.findByRole("dialog", { name: /Another administrator saved/ }));
}

describe("a conflict", () => {
  it("shows both sides of the fields that differ", async () => {
    const dialog = await conflicting();
    expect(dialog.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["Field", "Your version", "Stored now"],
      ["Host names", "mine.example", "theirs.example, more.example"],
    ]);
    expect(onSaved).not.toHaveBeenCalled();
    await expectAccessible(screen.getByRole("dialog"));
  });

  it("saves over with the revision that was in the way", async () => {
    const dialog = await conflicting();
    await userEvent.click(dialog.getByRole("button", { name: "Overwrite with my changes" }));
    await vi.waitFor(() => expect(onSaved.mock.calls[0]?.[0]).toEqual({ data: mine, etag: '"6"' }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("takes theirs", async () => {
    const dialog = await conflicting();
    await userEvent.click(dialog.getByRole("button", { name: "Discard my changes and load the stored version" }));
    expect(takeTheirs).toHaveBeenCalledWith({ virtualHostNames: ["theirs.example", "more.example"] });
  });

  it("goes on editing", async () => {
    const dialog = await conflicting();
    await userEvent.click(dialog.getByRole("button", { name: "Go on editing" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(onSaved).not.toHaveBeenCalled();
  });
});

describe("validation errors", () => {
  it.each([
    ["items[2]", "items.2"],
    ["a.b[0].c", "a.b.0.c"],
    ["[1].x", "1.x"],
    ["plain", "plain"],
  ])("of %s are the form's %s", (path, form) => {
    expect(formPath(path)).toBe(form);
  });

  it("go to their fields, and what has none is told above", () => {
    const validationErrors = [
      { errorId: "a", message: "One.", fieldPath: "items[0]" },
      { errorId: "a", message: "Two.", fieldPath: "items[0]" },
      { errorId: "a", message: "Elsewhere.", fieldPath: "hidden" },
      { errorId: "a", message: "General.", fieldPath: null },
    ];
    const error = new ApiError({ status: 422, resultId: "validation_error", message: "M", validationErrors });
    const sorted = sortErrors(error, (path) => path.startsWith("items."));
    expect(sorted).toEqual({ fields: new Map([["items.0", "One."]]), rest: ["Two.", "Elsewhere.", "General."] });
  });

  it("are never lost: without findings the message is told", () => {
    const error = new ApiError({ status: 500, resultId: "x", message: "Broken." });
    expect(sortErrors(error, () => true).rest).toEqual(["Broken."]);
  });
});
