import { describe, expect, it } from "vitest";
import type { SessionAnswer } from "../../platform/api/session.ts";
import { breakOutOfFrame, choose } from "./boot.ts";

const at = (pathname: string, search = "") => ({ pathname, search, origin: "https://c.example" });
const nobody: SessionAnswer = { username: null, auditor: false, initialSetupComplete: true, setupLinkRequired: false };
const signedIn: SessionAnswer = { ...nobody, username: "admin", roles: ["ADMINISTRATOR"] };
const unfinished: SessionAnswer = { ...nobody, initialSetupComplete: false };

describe("the first page", () => {
  it("is the console for a session with a username, on any path", () => {
    const choice = choose(at("/anything"), signedIn);
    expect(choice).toEqual({
      kind: "console",
      session: { username: "admin", roles: new Set(["ADMINISTRATOR"]), auditor: false },
    });
  });

  it("is the wizard for a session without a username before set-up is complete", () => {
    expect(choose(at("/login"), unfinished).kind).toBe("setup");
    expect(choose(at("/x"), unfinished).kind).toBe("setup");
  });

  it("is log-in at /login, and log-out everywhere else, without a session", () => {
    expect(choose(at("/login"), undefined)).toEqual({ kind: "login" });
    expect(choose(at("/x"), undefined)).toEqual({ kind: "leave" });
    expect(choose(at("/x"), nobody)).toEqual({ kind: "leave" });
  });

  it("is the target for a signed-in user at /login", () => {
    expect(choose(at("/login", "?target=/a"), signedIn)).toEqual({ kind: "go", path: "/a" });
  });

  it("is an error page when the server does not answer", () => {
    expect(choose(at("/"), "unreachable")).toEqual({ kind: "unreachable" });
  });

  it("keeps its address while the database is unavailable", () => {
    expect(choose(at("/system/x"), "unavailable")).toEqual({ kind: "unavailable" });
  });
});

describe("a page in a frame", () => {
  it("navigates the top window to the console", () => {
    const self = {};
    const top = { location: { href: "" } } as unknown as Window;
    expect(breakOutOfFrame({ self, top, location: window.location })).toBe(true);
    expect(top.location.href).toBe("/");
  });

  it("does nothing on its own", () => {
    const self = window;
    expect(breakOutOfFrame({ self, top: window, location: window.location })).toBe(false);
  });
});
