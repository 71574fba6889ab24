import { expect, it, vi } from "vitest";
import { TokenSource } from "./token.ts";

function source(lifetimeSeconds: number) {
  let now = 0;
  let count = 0;
  const issue = vi.fn(async () => {
    count += 1;
    return { access_token: `t${count}`, expires_in: lifetimeSeconds };
  });
  return { tokens: new TokenSource(issue, () => now), issue, at: (milliseconds: number) => (now = milliseconds) };
}

it("fetches once for simultaneous callers", async () => {
  const { tokens, issue } = source(600);
  expect(await Promise.all([tokens.get(), tokens.get(), tokens.get()])).toEqual(["t1", "t1", "t1"]);
  expect(issue).toHaveBeenCalledTimes(1);
});

it("renews half a minute before the expiry", async () => {
  const { tokens, at } = source(600);
  await tokens.get();
  at(569_999);
  expect(await tokens.get()).toBe("t1");
  at(570_000);
  expect(await tokens.get()).toBe("t2");
});

it("uses a short-lived token for half of its lifetime", async () => {
  const { tokens, at } = source(20);
  await tokens.get();
  at(9_999);
  expect(await tokens.get()).toBe("t1");
  at(10_000);
  expect(await tokens.get()).toBe("t2");
});

it("tries again after a failure", async () => {
  const { tokens, issue } = source(600);
  issue.mockRejectedValueOnce(new Error("away"));
  await expect(tokens.get()).rejects.toThrow("away");
  expect(await tokens.get()).toBe("t1");
});

it("forgets the refused token, and no newer one", async () => {
  const { tokens } = source(600);
  await tokens.get();
  tokens.forget("older");
  expect(await tokens.get()).toBe("t1");
  tokens.forget("t1");
  expect(await tokens.get()).toBe("t2");
  tokens.forget();
  expect(await tokens.get()).toBe("t3");
});
