import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Rule, ShowRules } from "../../features/frame/messages.ts";
import { forgetToken } from "../../platform/api/client.ts";
import type { Session } from "../../platform/session/SessionProvider.tsx";
import { expectAccessible } from "../../test/axe.ts";
import { administrator, renderInConsole } from "../../test/render.tsx";
import { basicRule, expressionRule } from "../../test/rules.ts";
import { server } from "../../test/server.ts";
import { FrameModals } from "./FrameDialogs.tsx";

const HERE = window.location.origin;
const basic = basicRule;
const expression = expressionRule("nonsense");
const expressions: Session = { ...administrator, roles: new Set(["ADMINISTRATOR", "EXPRESSION_ADMINISTRATOR"]) };
const auditor: Session = { ...expressions, auditor: true };

async function open(rules: Rule[], { session = expressions, defaultSuccess = false } = {}) {
  const posted = vi.fn();
  const there = { postMessage: posted } as unknown as Window;
  const frame = { current: { contentWindow: there } as HTMLIFrameElement };
  await renderInConsole(() => <FrameModals frame={frame} />, { session });
  const message: ShowRules = {
    kind: "showRules",
    node: { nodeId: "node-1", rules, defaultSuccess },
    sources: [
      { type: "ADAPTER", id: "form", name: "HTML form", attributes: ["username", "mail"] },
      { type: "CONTEXT", id: "", name: "Context", attributes: ["ClientIp"] },
    ],
  };
  act(() => {
    window.dispatchEvent(new MessageEvent("message", { data: message, origin: HERE, source: there }));
  });
  const dialog = await screen.findByRole("dialog", { name: "Rules" });
  return { user: userEvent.setup(), dialog, posted };
}

const rule = (number: number) => within(screen.getByRole("listitem", { name: `Rule ${number}` }));
const done = (user: UserEvent) => user.click(screen.getByRole("button", { name: "Done" }));
const submitted = (submittedRules: Rule[], defaultSuccess = false) => [
  [{ kind: "submitRules", submittedRules, submittedRulesId: "node-1", defaultSuccess }, HERE],
];

function expressionServer(call: "test" | "validate", respond: () => Response) {
  forgetToken();
  server.use(
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.post(`*/pf-admin-api/v1/internal/expressions/${call}`, respond),
  );
}

const refused = (message: string, members: object) =>
  HttpResponse.json({ resultId: "validation_error", message, ...members }, { status: 422 });

describe("the Rules dialog", () => {
  it("returns the rules unchanged", async () => {
    const { user, dialog, posted } = await open([basic, { ...basic, result: "B" }], { defaultSuccess: true });
    await expectAccessible(dialog);
    await done(user);
    expect(posted.mock.calls).toEqual(submitted([basic, { ...basic, result: "B" }], true));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("submits nothing on Cancel", async () => {
    const { user, posted } = await open([basic]);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(posted).not.toHaveBeenCalled();
  });

  it("adds a rule below another, limited to the attributes of its source", async () => {
    const { user, posted } = await open([basic, { ...basic, result: "B" }]);
    await user.click(screen.getByRole("button", { name: "Add a rule after rule 1" }));
    expect(rule(2).getByLabelText(/^Authentication Source/)).toHaveFocus();
    await user.selectOptions(rule(2).getByLabelText(/^Authentication Source/), "Context");
    const names = within(rule(2).getByLabelText(/^Attribute Name/)).getAllByRole("option");
    expect(names.map(({ textContent }) => textContent)).toEqual(["Select", "ClientIp"]);
    await user.selectOptions(rule(2).getByLabelText(/^Attribute Name/), "ClientIp");
    await user.selectOptions(rule(2).getByLabelText(/^Condition/), "equal to");
    await user.type(rule(2).getByLabelText(/^Value/), "10.1.2.3");
    await user.type(rule(2).getByLabelText(/^Result/), "Near");
    await done(user);
    const added = {
      ...basic,
      authenticationSourceType: "CONTEXT",
      authenticationSourceId: "",
      attribute: "ClientIp",
      expectedValue: "10.1.2.3",
      result: "Near",
    } as Rule;
    expect(posted.mock.calls).toEqual(submitted([basic, added, { ...basic, result: "B" }]));
  });

  it("resets values that depend on the source, and reports missing ones", async () => {
    const { user, posted } = await open([basic]);
    await user.selectOptions(rule(1).getByLabelText(/^Authentication Source/), "Context");
    for (const label of [/^Attribute Name/, /^Condition/, /^Value/])
      expect(rule(1).getByLabelText(label)).toHaveValue("");
    expect(rule(1).getByLabelText(/^Result/)).toHaveValue("Joe");
    await done(user);
    expect(await screen.findByText("Required field(s) missing for policy rule #1")).toBeVisible();
    expect(document.activeElement).toHaveTextContent("Required field(s) missing for policy rule #1");
    expect(rule(1).getByLabelText(/^Value/)).toHaveAccessibleDescription("This field is required.");
    expect(posted).not.toHaveBeenCalled();
  });

  it("refuses reserved and repeated results with the specified texts", async () => {
    const { user, posted } = await open([{ ...basic, result: "SUCCESS" }, basic, basic]);
    await done(user);
    expect(await screen.findByText("'Fail', 'Action' and 'Success' are not permitted as result values.")).toBeVisible();
    expect(screen.getByText("Result values must be unique. Duplicate configured for: Joe")).toBeVisible();
    expect(rule(1).getByLabelText(/^Result/)).toHaveAccessibleDescription("Result is invalid.");
    expect(posted).not.toHaveBeenCalled();
  });

  it("never names a rule by the number of another one after a rule was added", async () => {
    const { user } = await open([basic, { ...basic, result: "" }]);
    await done(user);
    expect(await screen.findByText("Required field(s) missing for policy rule #2")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Add a rule after rule 1" }));
    expect(screen.queryByText("Required field(s) missing for policy rule #2")).toBeNull();
    expect(rule(3).getByLabelText(/^Result/)).toHaveAccessibleDescription("This field is required.");
  });

  it("moves by buttons that keep the focus, and deletes", async () => {
    const { user, posted } = await open([basic, { ...basic, result: "B" }, { ...basic, result: "C" }]);
    await user.click(screen.getByRole("button", { name: "Move rule 1 down" }));
    expect(screen.getByRole("button", { name: "Move rule 2 down" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Delete rule 3" }));
    expect(screen.getByRole("button", { name: "Delete rule 2" })).toHaveFocus();
    await done(user);
    expect(posted.mock.calls).toEqual(submitted([{ ...basic, result: "B" }, basic]));
  });

  it("enables default to success without rules, and does not change it afterwards", async () => {
    const { user, posted } = await open([basic]);
    const checkbox = screen.getByRole("checkbox", { name: "Default to Success" });
    expect(checkbox).toBeEnabled();
    await user.click(screen.getByRole("button", { name: "Delete rule 1" }));
    expect(checkbox).toBeChecked();
    expect(checkbox).toBeDisabled();
    expect(screen.getByRole("button", { name: "Add" })).toHaveFocus();
    await done(user);
    expect(posted.mock.calls).toEqual(submitted([], true));
  });

  it("makes the server check expressions", async () => {
    expressionServer("validate", () => refused("no such name", { items: [{ message: "no such name" }] }));
    const { user, posted } = await open([basic, expression]);
    await done(user);
    expect(await screen.findByText("Expression is invalid for policy rule #2. Reason: no such name")).toBeVisible();
    expect(rule(2).getByLabelText(/^Expression/)).toHaveAccessibleDescription("Expression is invalid.");
    expect(posted).not.toHaveBeenCalled();
  });

  it("does not let others than expression administrators edit expressions", async () => {
    const { user, posted } = await open([basic, expression], { session: administrator });
    expect(rule(2).getByLabelText(/^Expression/)).toHaveAttribute("readonly");
    expect(rule(2).getByLabelText(/^Authentication Source/)).toHaveAttribute("readonly");
    expect(screen.queryByRole("button", { name: "Test expression" })).not.toBeInTheDocument();
    expect(rule(1).queryByRole("option", { name: "Expression" })).not.toBeInTheDocument();
    await done(user);
    expect(posted.mock.calls).toEqual(submitted([basic, expression]));
  });

  it("shows auditors everything, read-only", async () => {
    const { dialog } = await open([basic, expression], { session: auditor });
    for (const field of within(dialog).getAllByRole("textbox")) {
      expect(field).toHaveAttribute("readonly");
      // Readers are not asked to fill in fields that they cannot change.
      expect(field).not.toBeRequired();
    }
    expect(dialog.querySelector(".pf-v6-c-form__label-required")).toBeNull();
    expect(within(dialog).queryByRole("combobox")).not.toBeInTheDocument();
    expect(rule(1).getByLabelText(/^Condition/)).toHaveValue("equal to");
    expect(screen.getByRole("checkbox")).toBeDisabled();
    const buttons = within(dialog).getAllByRole("button");
    expect(buttons.map((one) => one.getAttribute("aria-label") ?? one.textContent)).toEqual(["Close", "Cancel"]);
    await expectAccessible(dialog);
  });
});

describe("the Test Expression dialog", () => {
  it("shows the result of the values, and returns the focus", async () => {
    const asked = vi.fn();
    expressionServer("test", () => HttpResponse.json({ item: "true" }));
    server.events.on("request:start", async ({ request }) => {
      if (request.url.endsWith("/test")) asked(await request.clone().json());
    });
    const { user } = await open([expression]);
    await user.click(screen.getByRole("button", { name: "Test expression" }));
    const dialog = await screen.findByRole("dialog", { name: "Test Expression" });
    await expectAccessible(dialog);
    await user.type(screen.getByLabelText("Attribute 1"), "mail");
    await user.type(screen.getByLabelText("Value 1"), "joe");
    await user.click(screen.getByRole("button", { name: "Test" }));
    expect(await screen.findByText("Test Result: true")).toBeVisible();
    expect(asked.mock.calls).toEqual([[{ expression: "nonsense", substitutionValues: { mail: "joe" } }]]);
    server.events.removeAllListeners();
    await user.click(screen.getByRole("button", { name: "Back to the rules" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Test expression" })).toHaveFocus());
  });

  it("shows why there is no result, and keeps the expression", async () => {
    expressionServer("test", () => refused("divide by zero", { item: "divide by zero" }));
    const { user } = await open([expression]);
    await user.click(screen.getByRole("button", { name: "Test expression" }));
    const text = await screen.findByRole("textbox", { name: "Expression" });
    await user.clear(text);
    await user.type(text, "1/0");
    await user.click(screen.getByRole("button", { name: "Test" }));
    expect(await screen.findByText("Test Error: divide by zero")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Back to the rules" }));
    expect(await screen.findByDisplayValue("1/0")).toBeVisible();
  });

  it("uses no value of an attribute that is listed twice, and reports it", async () => {
    const { user } = await open([expression]);
    await user.click(screen.getByRole("button", { name: "Test expression" }));
    await user.type(await screen.findByLabelText("Attribute 1"), "mail");
    await user.click(screen.getByRole("button", { name: "Add value" }));
    await user.type(screen.getByLabelText("Attribute 2"), "mail ");
    expect(screen.getByText("Enter each attribute once. Entered more than once: mail.")).toBeVisible();
    // The server must not be called: this test has no server that answers.
    await user.click(screen.getByRole("button", { name: "Test" }));
    expect(screen.getByLabelText("Attribute 1")).toHaveFocus();
    expect(screen.getByLabelText("Attribute 1")).toBeInvalid();
  });
});
