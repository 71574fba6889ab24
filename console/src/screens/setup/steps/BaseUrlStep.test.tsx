import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../../../test/axe.ts";
import { start } from "../../../test/wizard/start.tsx";
import { acceptTerms, blockedFor, heading, next, user } from "../../../test/wizard/walk.ts";

describe("base URL", () => {
  it("is prefilled, required, and explained if malformed", async () => {
    const { container } = start();
    await acceptTerms();
    const field = screen.getByLabelText(/Base URL/);
    expect(field).toHaveValue("https://localhost:9031");
    await expectAccessible(container);
    await user.clear(field);
    blockedFor("Enter the base URL to continue.");
    await user.type(field, "ftp://sso.example.com{Enter}");
    const malformed = await screen.findByText(
      "The base URL is malformed. Here are examples of correctly formed base URLs: https://sso.example.com:9031 https://192.0.2.10:9031 https://[2001:db8::10]:9031",
    );
    expect(field).toHaveAccessibleDescription(expect.stringContaining(malformed.textContent ?? "nothing"));
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    await expectAccessible(container);
    await user.type(field, "x");
    expect(field).toBeValid();
    await user.clear(field);
    await user.type(field, "https://admin@sso.example.com{Enter}");
    expect(
      await screen.findByText(
        "A base URL cannot have a username or password. Remove everything up to and including the at sign (@).",
      ),
    ).toBeVisible();
    await user.clear(field);
    await user.type(field, " https://sso.example.com ");
    await next();
    await heading("Connect To PingOne");
  });
});
