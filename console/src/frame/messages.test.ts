/** The messages that a form sends to the surrounding console, and the dialog results that it accepts. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FRAME_TEXTS } from "../test/frameTexts.ts";
import { scopes } from "./scopes.ts";
import { reportToConsole, sendToConsole } from "./shell.ts";

const HERE = window.location.origin;
const posted = vi.fn();
const shell = { postMessage: posted } as unknown as Window;
let shown = new AbortController();
const sent = () => posted.mock.calls.map(([message]) => message);

beforeEach(() => {
  posted.mockReset();
  vi.spyOn(window, "parent", "get").mockReturnValue(shell);
});

afterEach(() => {
  shown.abort();
  shown = new AbortController();
  document.body.innerHTML = "";
});

function page(names: string, submit = true): HTMLFormElement {
  document.body.innerHTML = `
    <div class="hanse-frame" ${FRAME_TEXTS}></div><form class="hanse-form">
      <label for="f-scopes">Restricted scopes</label>
      <div data-scopes="commonScope" data-description="What it may ask for" data-groups="openid">
        <span><textarea id="f-scopes" name="scopes">${names}</textarea></span>
        ${submit ? '<button type="submit" name="_do" value="scopes:scopes" hidden>Take over</button>' : ""}
      </div>
      <label for="f-others">Exclusive scopes</label>
      <div data-scopes="other"><span><textarea id="f-others" name="others">pay</textarea></span></div>
    </form>`;
  scopes(document, shown.signal);
  return document.querySelector("form") as HTMLFormElement;
}

function answer(data: unknown, { origin = HERE, source = shell as Window | null } = {}): void {
  window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
}

const open = () => document.querySelector<HTMLElement>("a[role=button]");
const names = (list = "commonScope") =>
  [...document.querySelectorAll(`[data-scopes=${list}] li`)].map((item) => item.textContent);
const done = {
  kind: "submitScopes",
  scopeType: "commonScope",
  selectedScopes: { commonScope: ["read", "write"], other: ["ship"] },
};

describe("a list of scopes", () => {
  it("is shown as names, and opens the dialog with them", () => {
    page("openid\nread");
    expect(names()).toEqual(["[openid (group)]", "read"]);
    open()?.click();
    expect(posted).toHaveBeenCalledExactlyOnceWith(
      {
        kind: "showScopes",
        description: "What it may ask for",
        scopeType: "commonScope",
        selectedScopes: { commonScope: ["openid", "read"], other: ["pay"] },
        selectedGroups: ["openid"],
        isIncludeScopeGroups: true,
      },
      HERE,
    );
  });

  it("posts the scopes of both types from the dialog with the form", () => {
    const form = page("openid");
    const submitted = vi.spyOn(form, "requestSubmit").mockImplementation(() => undefined);
    open()?.click();
    answer(done);
    expect(submitted.mock.calls.map(([button]) => (button as HTMLButtonElement).value)).toEqual(["scopes:scopes"]);
    const entered = new FormData(form);
    const posts = ["scopeType", "selectedScopes", "otherSelectedScopes"].map((name) => entered.get(name));
    expect(posts).toEqual(["commonScope", "read write", "ship"]);
  });

  it("accepts only what it requested, from the console alone", () => {
    const form = page("openid");
    const submitted = vi.spyOn(form, "requestSubmit").mockImplementation(() => undefined);
    answer(done);
    open()?.click();
    answer(done, { origin: "https://elsewhere.example" });
    answer(done, { source: window });
    answer({ ...done, more: 1 });
    answer({ ...done, scopeType: "toString" });
    answer({ kind: "submitRules", submittedRules: [], submittedRulesId: "n", defaultSuccess: true });
    expect(submitted).not.toHaveBeenCalled();
  });

  it("shows the number of names beyond a limit", () => {
    page(Array.from({ length: 60 }, (_, index) => `s${index}`).join("\n"));
    expect(names()).toHaveLength(51);
    expect(names().at(-1)).toBe("[10 more]");
  });

  it("opens the dialog for readers too, from a disabled form", () => {
    page("openid", false);
    expect(open()).toHaveAccessibleName("[viewScopes]: Restricted scopes");
    open()?.dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
    expect(sent()).toMatchObject([{ kind: "showScopes", description: "What it may ask for" }]);
  });
});

describe("a message of the page", () => {
  it("contains its help, the last result, and activity", () => {
    document.body.innerHTML = `
      <div class="hanse-frame" data-help="/docs/clients"><div class="hanse-frame__notice"> Saved. </div></div>`;
    reportToConsole(document, shown.signal);
    expect(sent()).toEqual([
      { kind: "showSuccess", message: "Saved." },
      { kind: "updateHelpLink", url: "/docs/clients" },
      { kind: "activity" },
    ]);
  });

  it.each([
    ["the settings of the console are outdated", 'data-settings="new"', [{ kind: "reloadNavigation" }]],
    [
      "the settings are outdated and the page has a target",
      'data-settings="new" data-target="/"',
      [{ kind: "reloadNavigation", target: "/" }],
    ],
    ["nothing has changed", 'data-settings="old" data-target="/"', []],
    ["the session is over", "", []],
  ])("states whether %s", (_, about, expected) => {
    const frame = document.createElement("iframe");
    frame.dataset.settings = "old";
    Object.defineProperty(window, "frameElement", { value: frame, configurable: true });
    document.body.innerHTML = `<div class="hanse-frame" ${about}></div>`;
    reportToConsole(document, shown.signal);
    expect(sent()).toEqual([...expected, { kind: "activity" }]);
  });

  it("is sent for each click", () => {
    const other = document.implementation.createHTMLDocument();
    reportToConsole(other, shown.signal);
    for (const _ of [1, 2, 3]) other.body.click();
    expect(sent()).toEqual(Array(4).fill({ kind: "activity" }));
  });

  it("is a toast, or is shown in the page", () => {
    expect(() => sendToConsole({ kind: "updateHelpLink", url: "javascript:alert(1)" })).toThrow();
    expect(() => sendToConsole({ kind: "showInfo", message: "" })).toThrow();
    expect(posted).not.toHaveBeenCalled();
  });
});
