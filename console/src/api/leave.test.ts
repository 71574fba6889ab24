import { describe, expect, it } from "vitest";
import { logoutAddress, targetAfterLogin } from "./leave.ts";

describe("the way out", () => {
  it.each([
    ["/", "", undefined, "/pf-admin-ui/logout"],
    ["/", "?a=1", undefined, "/pf-admin-ui/logout?a=1"],
    ["/login", "?target=%2Fx", undefined, "/pf-admin-ui/logout?target=%2Fx"],
    ["/system/x", "?tab=2", undefined, "/pf-admin-ui/logout?tab=2&target=%2Fsystem%2Fx%3Ftab%3D2"],
    ["/", "", "unauthorized" as const, "/pf-admin-ui/logout?reason=unauthorized"],
  ])("from %s%s keeps the query string", (pathname, search, reason, address) => {
    expect(logoutAddress({ pathname, search }, reason)).toBe(address);
  });
});

describe("the way on after log-in", () => {
  const origin = "https://console.example:9999";

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
  ])("goes home instead of to %j", (target) => {
    expect(targetAfterLogin(`?${new URLSearchParams({ target })}`, origin)).toBe("/");
  });

  it("goes home without a target", () => expect(targetAfterLogin("", origin)).toBe("/"));
});
