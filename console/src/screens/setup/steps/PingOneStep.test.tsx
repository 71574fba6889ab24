import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../../../test/axe.ts";
import { credentialOf, noAnswer, refusal } from "../../../test/wizard/fakeServer.ts";
import { start } from "../../../test/wizard/start.tsx";
import {
  blockedFor,
  button,
  credentialField,
  free,
  heading,
  next,
  toPingOne,
  toReview,
  user,
} from "../../../test/wizard/walk.ts";

describe("cloud connection", () => {
  it("is created only on request, and then requires a credential", async () => {
    const { container, seen } = start();
    await toPingOne();
    free();
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    await user.click(screen.getByRole("radio", { name: /Connect now/ }));
    blockedFor("Enter the credential to continue.");
    await expectAccessible(container);
    await user.click(screen.getByRole("radio", { name: /Not now/ }));
    await next();
    await heading("License");
    expect(seen.some(({ call }) => call.includes("validatePingOneCredential"))).toBe(false);
  });

  it("shows the organization, sends the raw credential to be checked, and is created by Finish", async () => {
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
  ])("is not created with a credential that caused %s", async (_, answer) => {
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

  it("does not repeat the server's message", async () => {
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

  it("is not created with a credential without an organization", async () => {
    start();
    await toPingOne();
    await user.click(screen.getByRole("radio", { name: /Connect now/ }));
    await user.type(credentialField(), "abc");
    await next();
    expect(await screen.findByText("Invalid PingOne credential")).toBeVisible();
  });

  it("shows 'Could not connect' when the server does not answer", async () => {
    start({ "POST /internal/isw/validatePingOneCredential": noAnswer });
    await toPingOne();
    await user.click(screen.getByRole("radio", { name: /Connect now/ }));
    await user.type(credentialField(), "abc");
    await next();
    await heading("Could not connect");
  });
});
