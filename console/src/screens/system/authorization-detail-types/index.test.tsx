import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { detailType, processor, serveDetails } from "../../../test/details/fakeServer.ts";
import { administrator, type Page, renderInConsole } from "../../../test/render.tsx";
import { TypeForm } from "./form/index.tsx";
import Types from "./index.tsx";

const auditor = { ...administrator, auditor: true };
const button = (name: string) => screen.getByRole("button", { name });
const refusal = (fieldPath: string | null, message: string) => () =>
  HttpResponse.json(
    { resultId: "validation_error", message: "Wrong.", validationErrors: [{ fieldPath, message, errorId: "x" }] },
    { status: 422 },
  );

async function opened(content: () => React.ReactNode, session = administrator, page: Page = paths.detailTypes) {
  const view = await renderInConsole(content, { page, session });
  return { user: userEvent.setup(), ...view };
}

describe("the list of types", () => {
  it("shows type, description, ID and processor of each", async () => {
    serveDetails([detailType("pays", { description: "One payment" })], [processor("payments")]);
    const { container } = await opened(() => <Types />);
    expect(await screen.findByRole("heading", { name: "pays" })).toBeVisible();
    expect(await screen.findByText("Processor: Processor payments")).toBeVisible();
    expect(screen.getByText("One payment")).toBeVisible();
    await expectAccessible(container);
  });

  it("toggles active, and resets it with the reason if that fails", async () => {
    const served = serveDetails([detailType("pays")], [processor("payments")]);
    const { user } = await opened(() => <Types />);
    const toggle = await screen.findByRole("switch", { name: "Active type: pays" });
    await user.click(toggle);
    await waitFor(() => expect(toggle).not.toBeChecked());
    await waitFor(() => expect(served.saves[0]).toMatchObject({ method: "PUT", body: { active: false }, etag: '"7"' }));
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    served.refuse = () => HttpResponse.json({ resultId: "unavailable", message: "Not now." }, { status: 503 });
    await user.click(toggle);
    expect(await screen.findByText("pays was not activated. Not now.")).toBeVisible();
    expect(toggle).not.toBeChecked();
  });

  it("deletes after a question; the heading gets the focus", async () => {
    serveDetails([detailType("ant"), detailType("bee")], [processor("payments")]);
    const { user } = await opened(() => <Types />);
    await user.click(await screen.findByRole("button", { name: "Delete type ant" }));
    await user.click(await screen.findByRole("button", { name: "Delete type" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "ant" })).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  });

  it("reports that a deletion failed, and why", async () => {
    const served = serveDetails([detailType("ant")], [processor("payments")]);
    const { user } = await opened(() => <Types />);
    await user.click(await screen.findByRole("button", { name: "Delete type ant" }));
    served.refuse = () => HttpResponse.json({ resultId: "validation_error", message: "In use." }, { status: 422 });
    await user.click(await screen.findByRole("button", { name: "Delete type" }));
    expect(await screen.findByText("Error deleting authorization detail type.")).toBeVisible();
    expect(screen.getByText("In use.")).toBeVisible();
  });

  it("shows an auditor all types, read-only", async () => {
    serveDetails([detailType("pays", { active: false })], [processor("payments")]);
    const { container } = await opened(() => <Types />, auditor);
    expect(await screen.findByRole("heading", { level: 2 })).toBeVisible();
    expect(screen.queryByRole("button", { name: /Delete|Add|Edit/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("switch")).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("explains types while there is none", async () => {
    serveDetails([], []);
    await opened(() => <Types />);
    expect(await screen.findByRole("heading", { name: "No authorization detail types" })).toBeVisible();
    expect(button("+Add Type")).toBeVisible();
  });
});

describe("the form of a type", () => {
  it("creates an active one, and requires a type and a processor", async () => {
    const served = serveDetails([], [processor("payments")]);
    const { user } = await opened(() => <TypeForm id={undefined} />, administrator, paths.detailTypeAdd);
    await user.type(screen.getByRole("textbox", { name: "Description" }), "One payment");
    await user.click(button("Save"));
    expect(screen.getByRole("textbox", { name: "Type" })).toHaveFocus();
    expect(screen.getAllByText("This field is required.")).toHaveLength(2);
    await user.type(screen.getByRole("textbox", { name: "Type" }), "pays");
    await user.click(button("Processor Choose a processor…"));
    await user.click(await screen.findByRole("option", { name: /Processor payments/ }));
    served.refuse = refusal("authorizationDetailProcessorRef", "It is gone.");
    await user.click(button("Save"));
    expect(await screen.findByText("It is gone.")).toBeVisible();
    await user.click(button("Save"));
    await waitFor(() => expect(served.saves).toHaveLength(2));
    expect(served.saves[1]?.body).toEqual({
      id: null,
      type: "pays",
      description: "One payment",
      authorizationDetailProcessorRef: { id: "payments" },
      active: true,
    });
  });

  it("changes all but the ID, and keeps active", async () => {
    const served = serveDetails([detailType("pays", { active: false })], [processor("payments")]);
    const { user } = await opened(() => <TypeForm id="pays" />, administrator, paths.detailTypeEdit);
    const type = await screen.findByRole("textbox", { name: "Type" });
    expect(screen.queryByRole("textbox", { name: "ID" })).not.toBeInTheDocument();
    await user.clear(type);
    await user.type(type, "paid");
    await user.click(button("Save"));
    await waitFor(() => expect(served.saves[0]?.body).toMatchObject({ id: "pays", type: "paid", active: false }));
  });
});
