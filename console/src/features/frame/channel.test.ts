import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listenToFrame, sendToFrame } from "./channel.ts";
import type { FromFrame, ToFrame } from "./messages.ts";

const HERE = window.location.origin;
const received = vi.fn<(message: FromFrame) => void>();
let frame: Window;
let stop: () => void;

const rule = {
  authenticationSourceType: "ADAPTER",
  authenticationSourceId: "HTMLForm",
  attribute: "username",
  condition: "EQUALS",
  expectedValue: "joe",
  result: "Joe",
};
const expressionRule = { authenticationSourceType: "EXPRESSION", expression: "true", result: "Yes" };
const showRules = {
  kind: "showRules",
  node: { nodeId: "n1", rules: [rule, expressionRule], defaultSuccess: false },
  sources: [{ type: "ADAPTER", id: "HTMLForm", name: "HTML form", attributes: ["username"] }],
};
const SELECTED = { commonScope: ["openid"], other: [] };
const showScopes = {
  kind: "showScopes",
  description: "Scopes of the client",
  scopeType: "other",
  selectedScopes: { commonScope: ["read"], other: [] },
  selectedGroups: [],
  isIncludeScopeGroups: true,
};

function say(data: unknown, { origin = HERE, source = frame as Window | null } = {}) {
  window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
}

function withScopes(other: unknown) {
  return { ...showScopes, selectedScopes: { commonScope: [], other } };
}

function withRule(changed: object) {
  return { ...showRules, node: { ...showRules.node, rules: [{ ...rule, ...changed }] } };
}

beforeEach(() => {
  received.mockReset();
  frame = { postMessage: vi.fn() } as unknown as Window;
  stop = listenToFrame(() => frame, received);
});
afterEach(() => stop());

describe("a message of the frame", () => {
  it.each<[object]>([
    [{ kind: "updateHelpLink", url: "/documentation/clients.html" }],
    [{ kind: "updateHelpLink", url: "https://docs.example.com/clients" }],
    [{ kind: "reloadNavigation" }],
    [{ kind: "reloadNavigation", target: "/oAuthClients?page=2" }],
    [{ kind: "showSuccess", message: "Saved." }],
    [{ kind: "showInfo", message: "Nothing changed." }],
    [{ kind: "activity" }],
    [showRules],
    [showScopes],
  ])("is heard: %j", (message) => {
    say(message);
    expect(received.mock.calls).toEqual([[message]]);
  });

  it("is ignored after the listener was removed", () => {
    stop();
    say({ kind: "activity" });
    expect(received).not.toHaveBeenCalled();
  });
});

describe("a message from elsewhere", () => {
  it.each(["https://elsewhere.example", "null", "", "https://localhost", "http://localhost:9999"])(
    "is ignored when it comes from %j",
    (origin) => {
      say({ kind: "activity" }, { origin });
      expect(received).not.toHaveBeenCalled();
    },
  );

  it("is ignored when it comes from another window of this origin, or from none", () => {
    say({ kind: "activity" }, { source: window });
    say({ kind: "activity" }, { source: null });
    expect(received).not.toHaveBeenCalled();
  });

  it("is ignored when there is no frame", () => {
    stop();
    stop = listenToFrame(() => null, received);
    say({ kind: "activity" }, { source: null });
    expect(received).not.toHaveBeenCalled();
  });
});

describe("malformed data", () => {
  const cyclic: Record<string, unknown> = { kind: "activity" };
  cyclic.self = cyclic;
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", '{"kind":"activity"}'],
    ["a list", [{ kind: "activity" }]],
    ["a map", new Map([["kind", "activity"]])],
    ["an object without a kind", {}],
    ["an unknown kind", { kind: "showSecrets" }],
    ["a kind of the other direction", { kind: "submitScopes", scopeType: "other", selectedScopes: SELECTED }],
    ["a kind that every object has", { kind: "constructor" }],
    ["a kind that is no text", { kind: ["activity"] }],
    ["a property too many", { kind: "activity", timeout: 0 }],
    ["a ring", cyclic],
    ["a polluting property", JSON.parse('{"kind":"activity","__proto__":{"auditor":false}}')],
    ["a polluting rule", withRule(JSON.parse('{"constructor":{"prototype":{"x":1}}}'))],
    ["a property that is inherited", Object.create({ kind: "activity" }, { more: { value: 1, enumerable: true } })],
    ["a script as help", { kind: "updateHelpLink", url: "javascript:alert(1)" }],
    ["a script as help, with a tab", { kind: "updateHelpLink", url: "java\tscript:alert(1)" }],
    ["data as help", { kind: "updateHelpLink", url: "data:text/html,x" }],
    ["another host's path", { kind: "reloadNavigation", target: "//elsewhere.example" }],
    ["another host's path, backwards", { kind: "reloadNavigation", target: "/\\elsewhere.example" }],
    ["another host's path, with a tab", { kind: "reloadNavigation", target: "/\t/elsewhere.example" }],
    ["another host", { kind: "reloadNavigation", target: "https://elsewhere.example" }],
    ["an empty text", { kind: "showInfo", message: "" }],
    ["an oversized text", { kind: "showInfo", message: "x".repeat(2_001) }],
    ["an oversized rule", withRule({ expectedValue: "x".repeat(8_193) })],
    ["too many rules", { ...showRules, node: { ...showRules.node, rules: Array.from({ length: 1_001 }, () => rule) } }],
    ["too many scopes", withScopes(Array.from({ length: 100_001 }, () => "s"))],
    ["a list that only looks like one", withScopes({ length: 1, 0: "s" })],
    ["an unknown condition", withRule({ condition: "LIKE" })],
    ["an expression in a basic rule", withRule({ expression: "true" })],
    ["an unknown kind of scopes", { ...showScopes, scopeType: "toString" }],
  ])("is ignored: %s", (_, data) => {
    say(data);
    expect(received).not.toHaveBeenCalled();
    expect(({} as { auditor?: boolean }).auditor).toBeUndefined();
  });

  it("is ignored even if reading it fails", () => {
    const trap = new Proxy({}, { get: () => expect.fail("read"), has: () => expect.fail("read") });
    say(trap, { origin: "https://elsewhere.example" });
    expect(received).not.toHaveBeenCalled();
  });
});

describe("a message to the frame", () => {
  it("is sent to this origin only", () => {
    const message: ToFrame = { kind: "submitScopes", scopeType: "commonScope", selectedScopes: SELECTED };
    sendToFrame(frame, message);
    expect(vi.mocked(frame.postMessage).mock.calls).toEqual([[message, HERE]]);
  });
});
