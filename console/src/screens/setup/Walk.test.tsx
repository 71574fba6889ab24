import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { start } from "../../test/wizard/start.tsx";
import {
  button,
  focused,
  heading,
  next,
  passwordField,
  toAdministrator,
  toReview,
  user,
} from "../../test/wizard/walk.ts";

describe("the way through the steps", () => {
  it("names all five, and completed ones can be reopened", async () => {
    start();
    await toAdministrator();
    const rail = () => within(screen.getByRole("navigation", { name: "Steps" }));
    expect(
      rail()
        .getAllByRole("listitem")
        .map((item) => item.textContent?.replace(/^\d|\(done\)$/g, "")),
    ).toEqual(["Configure Base URL", "Connect To PingOne", "License", "Create Administrator Account", "Review"]);
    const ahead = ["License", "Create Administrator Account", "Review"];
    const step = (name: string) => rail().getByRole("button", { name: new RegExp(name) });
    expect(step("License")).toBeEnabled();
    expect(step("Review")).toBeDisabled();
    await user.click(rail().getByRole("button", { name: /Connect To PingOne/ }));
    await focused("Connect To PingOne");
    for (const name of ahead) expect(step(name)).toBeDisabled();
    expect(rail().getByRole("button", { current: "step" })).toHaveAccessibleName("Connect To PingOne");
  });

  it("keep their input", async () => {
    start();
    await toAdministrator();
    await user.type(passwordField(), "abc");
    await user.click(button("Back"));
    await heading("License");
    await next();
    expect(passwordField()).toHaveValue("abc");
  });

  it("are linked from the review", async () => {
    start();
    await toReview();
    await user.click(button("Change: Base URL"));
    await heading("Configure Base URL");
  });
});
