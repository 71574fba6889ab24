import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openedIn } from "../api/pageSession.ts";
import { latestActivity, listen, noteActivity, reportSession } from "./tabs.ts";

beforeEach(() => window.localStorage.clear());
afterEach(() => vi.restoreAllMocks());

/** The event that a browser dispatches in the other tabs when one of them writes. */
function fromAnotherTab(key: string, newValue: string | null): void {
  window.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));
}

it("knows the last activity in all tabs", () => {
  expect(latestActivity()).toBeUndefined();
  noteActivity(1_234);
  expect(latestActivity()).toBe(1_234);
});

it.each(["", "soon", "-5", "1e400", "99999999999999999999"])("does not accept %j as a time", (text) => {
  window.localStorage.setItem("hanse.activity", text);
  expect(latestActivity()).toBeUndefined();
});

it("sends messages that another tab understands, each of them new", () => {
  const heard: string[] = [];
  const stop = listen((event) => heard.push(event));
  for (const event of ["begun", "ended"] as const) {
    reportSession(event);
    fromAnotherTab("hanse.session", window.localStorage.getItem("hanse.session"));
  }
  expect(latestActivity()).toBeGreaterThan(0);
  expect(heard).toEqual(["begun", "ended"]);
  stop();
  fromAnotherTab("hanse.session", "ended 1");
  expect(heard).toHaveLength(2);
});

it("ignores other messages", () => {
  const heard: string[] = [];
  listen((event) => heard.push(event));
  fromAnotherTab("hanse.theme", "ended 1");
  fromAnotherTab("hanse.session", null);
  fromAnotherTab("hanse.session", "anything 1");
  expect(heard).toEqual([]);
});

it("ignores the end of another session", () => {
  const heard: string[] = [];
  const stop = listen((event) => heard.push(event));
  openedIn("0a1b");
  for (const session of ["9f8e", "0a1b"]) {
    reportSession("ended", session);
    fromAnotherTab("hanse.session", window.localStorage.getItem("hanse.session"));
  }
  openedIn(undefined);
  stop();
  expect(heard).toEqual(["ended"]);
});

it("works without storage", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  expect(() => reportSession("begun")).not.toThrow();
  expect(latestActivity()).toBeUndefined();
});
