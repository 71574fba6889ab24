import { afterEach, describe, expect, it, vi } from "vitest";
import { leaveToLogout, logoutAddress, signOut, targetAfterLogin } from "./leave.ts";
import { openedIn } from "./pageSession.ts";

afterEach(() => openedIn(undefined));

describe("leaving the console", () => {
  it.each([
    ["/", "", undefined, "/pf-admin-ui/logout?session="],
    ["/", "?a=1", undefined, "/pf-admin-ui/logout?a=1&session="],
    ["/login", "?target=%2Fx", undefined, "/pf-admin-ui/logout?target=%2Fx&session="],
    ["/system/x", "?tab=2", undefined, "/pf-admin-ui/logout?tab=2&target=%2Fsystem%2Fx&session="],
    ["/login", "?tab=2&target=%2Fx", undefined, "/pf-admin-ui/logout?tab=2&target=%2Fx&session="],
    ["/", "", "unauthorized" as const, "/pf-admin-ui/logout?reason=unauthorized&session="],
  ])("from %s%s keeps the query string", (pathname, search, reason, address) => {
    expect(logoutAddress({ pathname, search }, reason)).toBe(address);
  });
});

describe("signing out", () => {
  it("ignores failures caused by it, until the page is shown again", () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    signOut();
    leaveToLogout("unauthorized");
    expect(assign.mock.calls).toEqual([["/pf-admin-ui/logout"]]);
    window.dispatchEvent(new Event("pageshow"));
    leaveToLogout("unauthorized");
    expect(assign.mock.calls).toEqual([["/pf-admin-ui/logout"], ["/pf-admin-ui/logout?reason=unauthorized&session="]]);
    assign.mockRestore();
  });
});

const origin = "https://console.example:9999";

describe("log-out and return", () => {
  it.each([
    ["/system/x", "?tab=2"],
    ["/system/x", ""],
    ["/system/x", "?filter=a%26b%3D%2B%20c%3F&page=3&page=4"],
  ])("from %s%s log-in leads back there", (pathname, search) => {
    const out = logoutAddress({ pathname, search }, "unauthorized");
    const back = new URL(targetAfterLogin(out.slice(out.indexOf("?")), origin), origin);
    expect(back.pathname).toBe(pathname);
    expect([...back.searchParams]).toEqual([...new URLSearchParams(search)]);
  });

  it("when repeated, the query string is not duplicated", () => {
    const { pathname, search } = new URL(logoutAddress({ pathname: "/system/x", search: "?tab=2" }), origin);
    const again = logoutAddress({ pathname: pathname.replace("/pf-admin-ui/logout", "/login"), search });
    expect(again).toBe("/pf-admin-ui/logout?tab=2&target=%2Fsystem%2Fx&session=");
  });

  it("names the session in which the page was opened, and no other", () => {
    openedIn("0a1b");
    expect(logoutAddress({ pathname: "/x", search: "?session=9" })).toBe(
      "/pf-admin-ui/logout?session=0a1b&target=%2Fx",
    );
    expect(targetAfterLogin("?session=0a1b&target=%2Fx", origin)).toBe("/x");
  });
});

describe("the page after log-in", () => {
  it.each(["/system/server/license", "/a?tab=2#x", "/a//b"])("follows %s", (target) => {
    expect(targetAfterLogin(`?${new URLSearchParams({ target })}`, origin)).toBe(target);
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "/\t/evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "system",
    "",
    "/login",
    "/login?target=/x",
  ])("is the home page instead of %j", (target) => {
    expect(targetAfterLogin(`?${new URLSearchParams({ target })}`, origin)).toBe("/");
  });

  it("keeps the query of the target", () =>
    expect(targetAfterLogin("?tab=3&target=%2Fa%3Ftab%3D2", origin)).toBe("/a?tab=2"));

  it("is the home page without a target", () => expect(targetAfterLogin("", origin)).toBe("/"));
});
