import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { renderWithText } from "../../test/render.tsx";
import { credentialOf, fakeServer, noAnswer, refusal } from "../../test/wizard/fakeServer.ts";
import {
  acceptTerms,
  button,
  choose,
  credentialField,
  expectAccessibleUpload,
  heading,
  next,
  passwordField,
  toAdministrator,
  toLicense,
  toPingOne,
  toReview,
  user,
} from "../../test/wizard/walk.ts";
import Setup from "./index.tsx";

function start(overrides: Parameters<typeof fakeServer>[0] = {}) {
  const seen = fakeServer(overrides);
  const { container } = renderWithText(<Setup />);
  return { seen, container };
}

const blockedFor = (reason: string) => {
  expect(button("Next")).toHaveAttribute("aria-disabled", "true");
  expect(button("Next")).toHaveAccessibleDescription(reason);
};
const free = () => expect(button("Next")).not.toHaveAttribute("aria-disabled", "true");

describe("the way through the steps", () => {
  it("names all five and can be gone back by clicking, never forward", async () => {
    start();
    await toAdministrator();
    const rail = screen.getByRole("navigation", { name: "Steps" });
    expect(
      within(rail)
        .getAllByRole("listitem")
        .map((item) => item.textContent?.replace(/^\d|\(done\)$/g, "")),
    ).toEqual(["Configure Base URL", "Connect To PingOne", "License", "Create Administrator Account", "Review"]);
    expect(within(rail).getAllByRole("button")).toHaveLength(3);
    await user.click(within(rail).getByRole("button", { name: /Connect To PingOne/ }));
    expect(await heading("Connect To PingOne")).toHaveFocus();
    expect(within(rail).getAllByRole("button")).toHaveLength(1);
    expect(within(rail).getAllByRole("listitem")[1]).toHaveAttribute("aria-current", "step");
  });

  it("keeps what was entered, on the way back too", async () => {
    start();
    await toAdministrator();
    await user.type(passwordField(), "abc");
    await user.click(button("Back"));
    await heading("License");
    await next();
    expect(passwordField()).toHaveValue("abc");
  });

  it("leads from the review to each choice", async () => {
    start();
    await toReview();
    await user.click(button("Change: Base URL"));
    await heading("Configure Base URL");
  });
});

describe("base URL", () => {
  it("is prefilled, wanted, and explained when malformed", async () => {
    const { container } = start();
    await acceptTerms();
    const field = screen.getByLabelText(/Base URL/);
    expect(field).toHaveValue("https://localhost:9031");
    await expectAccessible(container);
    await user.clear(field);
    blockedFor("Enter the base URL to go on.");
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
    await user.type(field, " https://sso.example.com ");
    await next();
    await heading("Connect To PingOne");
  });
});

describe("cloud connection", () => {
  it("is not made unless chosen, and then wants a credential", async () => {
    const { container, seen } = start();
    await toPingOne();
    free();
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    await user.click(screen.getByRole("radio", { name: /Connect now/ }));
    blockedFor("Enter the credential to go on.");
    await expectAccessible(container);
    await user.click(screen.getByRole("radio", { name: /Not now/ }));
    await next();
    await heading("License");
    expect(seen.some(({ call }) => call.includes("validatePingOneCredential"))).toBe(false);
  });

  it("names the organisation, sends the raw credential to be checked, and is made by Finish", async () => {
    const { seen } = start();
    const credential = credentialOf("Käse & Söhne");
    await toReview(credential);
    expect(screen.getByText("Connect to Käse & Söhne")).toBeVisible();
    expect(seen.find(({ call }) => call.includes("validatePingOneCredential"))?.body).toBe(credential);
    await user.click(button("Finish"));
    await waitFor(() =>
      expect(seen.find(({ call }) => call === "POST /pingOneConnections")?.body).toMatchObject({
        name: "Käse & Söhne",
      }),
    );
  });

  it.each([
    ["a refusal", refusal(422, "x", [{ errorId: "x", message: "The cloud service did not answer." }])],
    ["a server error", refusal(500, "The cloud service did not answer.")],
    [
      "a success other than 200",
      () => new HttpResponse('{"message":"The cloud service did not answer."}', { status: 202 }),
    ],
  ])("is not made with a credential that met %s", async (_, answer) => {
    const { container } = start({ "POST /internal/isw/validatePingOneCredential": answer });
    await toPingOne();
    await user.click(screen.getByRole("radio", { name: /Connect now/ }));
    await user.type(credentialField(), "abc");
    await next();
    expect(await screen.findByText("Invalid PingOne credential")).toBeVisible();
    expect(credentialField()).toHaveAccessibleDescription(/The cloud service did not answer\./);
    await expectAccessible(container);
    await user.type(credentialField(), "d");
    expect(screen.queryByText("Invalid PingOne credential")).not.toBeInTheDocument();
  });

  it("says once what the server says in the same words", async () => {
    const invalid = "Invalid PingOne credential";
    start({
      "POST /internal/isw/validatePingOneCredential": refusal(422, "x", [{ errorId: "x", message: invalid }]),
    });
    await toPingOne();
    await user.click(screen.getByRole("radio", { name: /Connect now/ }));
    await user.type(credentialField(), "abc");
    await next();
    expect(await screen.findAllByText(invalid)).toHaveLength(1);
  });

  it("is not made with a credential that names no organisation", async () => {
    start();
    await toPingOne();
    await user.click(screen.getByRole("radio", { name: /Connect now/ }));
    await user.type(credentialField(), "abc");
    await next();
    expect(await screen.findByText("Invalid PingOne credential")).toBeVisible();
  });

  it("ends in 'Could not connect' when the server does not answer", async () => {
    start({ "POST /internal/isw/validatePingOneCredential": noAnswer });
    await toPingOne();
    await user.click(screen.getByRole("radio", { name: /Connect now/ }));
    await user.type(credentialField(), "abc");
    await next();
    await heading("Could not connect");
  });
});

describe("licence", () => {
  const file = (bytes = 10) => new File([new Uint8Array(bytes)], "hanse.lic");

  it("in use is shown and suffices", async () => {
    const { container } = start();
    await toLicense();
    expect(screen.getByText("Evaluation")).toBeVisible();
    expect(screen.getByText("Example Ltd")).toBeVisible();
    expect(screen.getByText("05 Sep 2026, 00:07 UTC")).toBeVisible();
    free();
    await expectAccessibleUpload(container);
  });

  it.each([404, 422])("has to be uploaded when the one in use does not count: %i", async (status) => {
    start({ "GET /internal/isw/validateCurrentLicense": refusal(status, "Expired.") });
    await toLicense();
    blockedFor("Upload a valid license to go on.");
    await choose(file());
    expect(await screen.findByText("This license is valid.")).toBeVisible();
    free();
  });

  it("of exactly 51,200 bytes is sent in base64 and shown; the review names it", async () => {
    const { container, seen } = start();
    await toLicense();
    await choose(file(51_200));
    expect(await screen.findByText("This license is valid.")).toBeVisible();
    expect(screen.getByText("Enterprise")).toBeVisible();
    await expectAccessibleUpload(container);
    expect(seen.at(-1)?.body).toEqual({ fileData: btoa("\0".repeat(51_200)) });
    await next();
    await user.type(passwordField(), "Corr3ct-horse{Enter}");
    await heading("Review");
    expect(screen.getByText("Enterprise, from hanse.lic")).toBeVisible();
  });

  it("of one byte more is refused without a call, until it is cleared", async () => {
    const { container, seen } = start();
    await toLicense();
    const before = seen.length;
    await choose(file(51_201));
    expect(
      await screen.findByText(
        "The selected file cannot be processed due to reaching the 50 KB maximum size limit. Please try again.",
      ),
    ).toBeVisible();
    expect(seen).toHaveLength(before);
    blockedFor("Upload a valid license or clear the selected file to go on.");
    await expectAccessibleUpload(container);
    await user.click(button("Clear"));
    free();
  });

  it("that the server answers with 422 is refused, with everything the server found", async () => {
    const { container } = start({
      "POST /internal/isw/validateLicense": refusal(422, "Validation error(s) occurred.", [
        { errorId: "a", message: "The license expired." },
        { errorId: "b", message: "The license is for another product." },
      ]),
    });
    await toLicense();
    await choose(file());
    expect(await screen.findByText("This license is not valid.")).toBeVisible();
    expect(screen.getByText("The license expired.")).toBeVisible();
    expect(screen.getByText("The license is for another product.")).toBeVisible();
    blockedFor("Upload a valid license or clear the selected file to go on.");
    await expectAccessibleUpload(container);
  });

  it.each([200, 204, 403, 500])("counts as valid for any other answer: %i", async (status) => {
    start({ "POST /internal/isw/validateLicense": () => new HttpResponse(null, { status }) });
    await toLicense();
    await choose(file());
    expect(await screen.findByText("This license is valid.")).toBeVisible();
    free();
  });

  it("shows what importing it would take away", async () => {
    start({
      "POST /internal/isw/validateLicense": () =>
        HttpResponse.json({ warnings: [{ code: "x", message: "The new license expires earlier." }] }),
    });
    await toLicense();
    await choose(file());
    expect(await screen.findByText("The new license expires earlier.")).toBeVisible();
    free();
  });

  it("ends in 'Could not connect' when the server does not answer", async () => {
    start({ "POST /internal/isw/validateLicense": noAnswer });
    await toLicense();
    await choose(file());
    await heading("Could not connect");
  });
});

describe("administrator", () => {
  it("has a default name, a live list of requirements, and goes on with Enter", async () => {
    const { container } = start();
    await toAdministrator();
    expect(screen.getByLabelText(/Username/)).toHaveValue("Administrator");
    await expectAccessible(container);
    blockedFor("Meet all password requirements to go on.");
    const list = screen.getByRole("list", { name: "The password needs:" });
    const met = () =>
      within(list)
        .getAllByRole("listitem")
        .map((item) => item.textContent);
    expect(met()).toEqual([
      "8 characters minimumnot yet met",
      "1 uppercase letternot yet met",
      "1 letter(s)not yet met",
      "1 number(s)not yet met",
    ]);
    await user.type(passwordField(), "Abcdef1");
    expect(met()).toEqual([
      "8 characters minimumnot yet met",
      "1 uppercase lettermet",
      "1 letter(s)met",
      "1 number(s)met",
    ]);
    expect(screen.getByText("3 of 4 password requirements met")).toBeInTheDocument();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("Create Administrator Account");
    await user.keyboard("x{Enter}");
    await heading("Review");
  });

  it("wants a username that the server will take", async () => {
    start();
    await toAdministrator();
    await user.type(passwordField(), "Abcdef12");
    const username = screen.getByLabelText(/Username/);
    await user.clear(username);
    blockedFor("Enter a username to go on.");
    await user.type(username, "root:admin{Enter}");
    expect(username).toHaveAccessibleDescription(/^A username begins with/);
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
