import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { fakeServer, noAnswer, refusal, UNREACHABLE } from "../../test/wizard/fakeServer.ts";
import { replace, start, watchLocation } from "../../test/wizard/start.tsx";
import { acceptTerms, button, focused, heading, next, user } from "../../test/wizard/walk.ts";

beforeEach(watchLocation);

describe("the dialog", () => {
  it.each([
    ["Acme Federation", "Acme Federation Setup"],
    ["", "Hanse Setup"],
  ])("has the product's name as title: %s", async (consoleTitle, title) => {
    start({
      "GET /internal/isw/initialSetupInfo": () =>
        HttpResponse.json({ version: "1.2.3", environment: "Test", consoleTitle, helpBaseUrl: "https://help.example" }),
    });
    expect(await screen.findByRole("dialog", { name: title })).toBeVisible();
    expect(await screen.findByText("Version 1.2.3 · Test")).toBeVisible();
    expect(screen.getByRole("link", { name: "Help (opens in a new tab)" })).toHaveAttribute(
      "href",
      "https://help.example",
    );
    await waitFor(() => expect(document.title).toBe(`Terms and Conditions · ${title}`));
  });

  it.each(["javascript:alert(1)", "//elsewhere.example"])(
    "accepts only web addresses for help: %s",
    async (helpBaseUrl) => {
      start({ "GET /internal/isw/initialSetupInfo": () => HttpResponse.json({ helpBaseUrl }) });
      await heading("Terms and Conditions");
      expect(screen.queryByRole("link")).not.toBeInTheDocument();
    },
  );

  it("links to the documentation of the server itself", async () => {
    start({ "GET /internal/isw/initialSetupInfo": () => HttpResponse.json({ helpBaseUrl: "/docs/" }) });
    expect(await screen.findByRole("link", { name: /^Help/ })).toHaveAttribute("href", "/docs/");
  });
});

describe("terms", () => {
  it("shows the agreement, requires the check box, and notifies the server", async () => {
    const { container, seen } = start();
    await focused("Terms and Conditions");
    expect(screen.getByRole("region", { name: "License agreement" })).toHaveTextContent(
      "THE TERMSFirst line, second line.",
    );
    await expectAccessible(container);
    expect(button("Next")).toHaveAttribute("aria-disabled", "true");
    expect(button("Next")).toHaveAccessibleDescription("Accept the terms to continue.");
    await next();
    expect(seen.some(({ call }) => call === "PUT /license/agreement")).toBe(false);
    await acceptTerms();
    expect(seen.find(({ call }) => call === "PUT /license/agreement")?.body).toEqual({ accepted: true });
  });

  it("are not shown again after they were accepted", async () => {
    start({ "GET /license/agreement": () => HttpResponse.json({ accepted: true }) });
    await heading("Configure Base URL");
  });

  it("cannot be skipped when the server refuses the acceptance", async () => {
    start({ "PUT /license/agreement": refusal(500, "The disk is full.") });
    await heading("Terms and Conditions");
    await user.click(screen.getByRole("checkbox"));
    await next();
    await heading("Could not connect");
    expect(screen.getByText("The disk is full.")).toBeVisible();
  });
});

describe("cancel and restart", () => {
  it("is canceled by closing; Restart discards the input and shows the agreement again", async () => {
    const { container, seen } = start();
    await acceptTerms();
    await user.clear(screen.getByLabelText(/Base URL/));
    await user.type(screen.getByLabelText(/Base URL/), "https://typed.example");
    await user.click(button("Close the setup"));
    await focused("Setup Canceled");
    await expectAccessible(container);
    seen.length = 0;
    await user.click(button("Restart"));
    await acceptTerms();
    expect(seen.map(({ call }) => call)).toContain("GET /license/agreement");
    expect(screen.getByLabelText(/Base URL/)).toHaveValue("https://localhost:9031");
  });

  it.each(["GET /license/agreement", "GET /pf-admin-api/license-agreement", "GET /internal/isw/initialSetupInfo"])(
    "reports that %s is not answered, and Restart tries again",
    async (call) => {
      const { container } = start({ [call]: noAnswer });
      await focused("Could not connect");
      expect(screen.getByText(UNREACHABLE)).toBeVisible();
      expect(screen.getByText("The server did not respond.")).toBeVisible();
      expect(screen.queryByRole("button", { name: "Close the setup" })).not.toBeInTheDocument();
      await expectAccessible(container);
      fakeServer();
      await user.click(button("Restart"));
      await heading("Terms and Conditions");
    },
  );

  it.each([
    "GET /internal/isw/defaultBaseUrl",
    "GET /internal/isw/adminPasswordRules",
    "GET /internal/isw/validateCurrentLicense",
  ])("reports that %s is not answered after the terms", async (call) => {
    start({ [call]: noAnswer });
    await heading("Terms and Conditions");
    await user.click(screen.getByRole("checkbox"));
    await next();
    await heading("Could not connect");
  });

  it("leads to log-in when another user has signed in meanwhile", async () => {
    start({
      "GET /license/agreement": refusal(401, "Sign in."),
      "GET /pf-admin-ui/session": refusal(401, "Sign in."),
    });
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  });

  it("requires the one-time link where the wizard is not open to the caller", async () => {
    const { container } = start({
      "GET /license/agreement": refusal(401, "Sign in."),
      "GET /pf-admin-ui/session": () => HttpResponse.json({ initialSetupComplete: false, setupLinkRequired: true }),
    });
    await heading("Open the setup link");
    await expectAccessible(container);
    expect(replace).not.toHaveBeenCalled();
  });

  it("explains how to get a new link when one was refused", async () => {
    window.history.replaceState(null, "", "/?setupLink=refused");
    const { container } = start({
      "GET /license/agreement": refusal(401, "Sign in."),
      "GET /pf-admin-ui/session": () => HttpResponse.json({ initialSetupComplete: false, setupLinkRequired: true }),
    });
    await heading("This setup link is invalid or was already used");
    expect(screen.getByText(/restart the server to get a new one/)).toBeVisible();
    await expectAccessible(container);
  });
});
