import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../../../test/axe.ts";
import { start } from "../../../test/wizard/start.tsx";
import { blockedFor, button, heading, next, passwordField, toAdministrator, user } from "../../../test/wizard/walk.ts";

describe("administrator", () => {
  it("has a default name, a live list of requirements, and continues with Enter", async () => {
    const { container } = start();
    await toAdministrator();
    expect(screen.getByLabelText(/Username/)).toHaveValue("Administrator");
    await expectAccessible(container);
    blockedFor("Meet all password requirements to continue.");
    const list = screen.getByRole("list", { name: "The password must contain:" });
    const met = () =>
      within(list)
        .getAllByRole("listitem")
        .map((item) => item.textContent);
    expect(met()).toEqual([
      "8 characters minimumnot yet met",
      "1 uppercase letternot yet met",
      "1 lowercase letternot yet met",
      "1 letter(s)not yet met",
      "1 number(s)not yet met",
    ]);
    await user.type(passwordField(), "Abcdef1");
    expect(met()).toEqual([
      "8 characters minimumnot yet met",
      "1 uppercase lettermet",
      "1 lowercase lettermet",
      "1 letter(s)met",
      "1 number(s)met",
    ]);
    expect(screen.getByText("4 of 5 password requirements met")).toBeInTheDocument();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("Create Administrator Account");
    await user.keyboard("x{Enter}");
    await heading("Review");
  });

  it("requires a username that the server accepts", async () => {
    start();
    await toAdministrator();
    await user.type(passwordField(), "Abcdef12");
    const username = screen.getByLabelText(/Username/);
    await user.clear(username);
    blockedFor("Enter a username to continue.");
    await user.type(username, "root:admin{Enter}");
    expect(username).toHaveAccessibleDescription(/^A username starts with/);
    await user.clear(username);
    await user.type(username, "root{Enter}");
    await heading("Review");
  });

  it("refuses a password that is too long for the server", async () => {
    start();
    await toAdministrator();
    await user.click(passwordField());
    await user.paste(`Aa1${"x".repeat(254)}`);
    await next();
    expect(await screen.findByText("A password has at most 256 characters.")).toBeVisible();
  });

  it("shows and hides the password", async () => {
    start();
    await toAdministrator();
    expect(passwordField()).toHaveAttribute("type", "password");
    await user.click(button("Show password"));
    expect(passwordField()).toHaveAttribute("type", "text");
    await user.click(button("Hide password"));
    expect(passwordField()).toHaveAttribute("type", "password");
  });
});
