import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderInConsole } from "../../../test/render.tsx";
import { useUnsaved } from "../unsaved.ts";
import { FormDialog } from "./FormDialog.tsx";
import { useDialogForm } from "./useDialogForm.ts";

function Dialog() {
  const dialog = useDialogForm({ defaults: { text: "" }, send: () => Promise.resolve(), onDone: () => undefined });
  return (
    <FormDialog
      dialog={dialog}
      title="Dialog"
      description="What it is for."
      submitLabel="Send"
      focusOn="#text"
      onClose={() => undefined}
    >
      <input id="text" aria-label="Text" {...dialog.form.register("text")} />
      <output>{useUnsaved() ? "unsaved" : "nothing to lose"}</output>
    </FormDialog>
  );
}

it("a dialog that holds something is not taken away unasked", async () => {
  await renderInConsole(() => <Dialog />);
  expect(screen.getByText("nothing to lose")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox", { name: "Text" }), "a");
  expect(screen.getByText("unsaved")).toBeVisible();
  await userEvent.clear(screen.getByRole("textbox", { name: "Text" }));
  expect(screen.getByText("nothing to lose")).toBeVisible();
});
