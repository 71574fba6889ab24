import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { renderWithText } from "../../test/render.tsx";
import { fakeServer, noAnswer, PASSWORD, refusal } from "../../test/wizard/fakeServer.ts";
import { acceptTerms, button, heading, next, passwordField, toReview, user } from "../../test/wizard/walk.ts";
import Setup from "./index.tsx";

const replace = vi.fn();

beforeEach(() => {
  vi.spyOn(window.location, "replace").mockImplementation(replace);
  replace.mockReset();
  window.history.replaceState(null, "", "/");
});

const show = () => renderWithText(<Setup />);
const unreachable =
  "Could not connect to the PingFederate server. Please ensure that PingFederate is running and try again.";

describe("the dialog", () => {
  it.each([
    ["Acme Federation", "Acme Federation Setup"],
    ["", "Hanse Setup"],
  ])("is titled with the product's name: %s", async (consoleTitle, title) => {
    fakeServer({
      "GET /internal/isw/initialSetupInfo": () =>
        HttpResponse.json({ version: "1.2.3", environment: "Test", consoleTitle, helpBaseUrl: "https://help.example" }),
    });
    show();
    expect(await screen.findByRole("dialog", { name: title })).toBeVisible();
    expect(await screen.findByText("Version 1.2.3 · Test")).toBeVisible();
    expect(screen.getByRole("link", { name: "Help (opens in a new tab)" })).toHaveAttribute(
      "href",
      "https://help.example",
    );
    await waitFor(() => expect(document.title).toBe(`Terms and Conditions · ${title}`));
  });

  it.each(["javascript:alert(1)", "//elsewhere.example"])(
    "links to no help that is not a web page: %s",
    async (helpBaseUrl) => {
      fakeServer({ "GET /internal/isw/initialSetupInfo": () => HttpResponse.json({ helpBaseUrl }) });
      show();
      await heading("Terms and Conditions");
      expect(screen.queryByRole("link")).not.toBeInTheDocument();
    },
  );

  it("links to the documentation that the server itself has", async () => {
    fakeServer({ "GET /internal/isw/initialSetupInfo": () => HttpResponse.json({ helpBaseUrl: "/docs/" }) });
    show();
    expect(await screen.findByRole("link", { name: /^Help/ })).toHaveAttribute("href", "/docs/");
  });
});

describe("terms", () => {
  it("shows the agreement, wants the checkbox, and tells the server", async () => {
    const seen = fakeServer();
    const { container } = show();
    expect(await heading("Terms and Conditions")).toHaveFocus();
    expect(screen.getByRole("region", { name: "License agreement" })).toHaveTextContent(
      "THE TERMSFirst line, second line.",
    );
    await expectAccessible(container);
    expect(button("Next")).toHaveAttribute("aria-disabled", "true");
    expect(button("Next")).toHaveAccessibleDescription("Agree to the terms to go on.");
    await next();
    expect(seen.some(({ call }) => call === "PUT /license/agreement")).toBe(false);
    await acceptTerms();
    expect(seen.find(({ call }) => call === "PUT /license/agreement")?.body).toEqual({ accepted: true });
  });

  it("are not shown again once accepted", async () => {
    fakeServer({ "GET /license/agreement": () => HttpResponse.json({ accepted: true }) });
    show();
    await heading("Configure Base URL");
  });

  it("cannot be passed when the server does not take the acceptance", async () => {
    fakeServer({ "PUT /license/agreement": refusal(500, "The disk is full.") });
    show();
    await heading("Terms and Conditions");
    await user.click(screen.getByRole("checkbox"));
    await next();
    await heading("Could not connect");
    expect(screen.getByText("The disk is full.")).toBeVisible();
  });
});

describe("ends and restarts", () => {
  it("is canceled by closing; Restart forgets what was entered and asks for the agreement anew", async () => {
    const seen = fakeServer();
    const { container } = show();
    await acceptTerms();
    await user.clear(screen.getByLabelText(/Base URL/));
    await user.type(screen.getByLabelText(/Base URL/), "https://typed.example");
    await user.click(button("Close the setup"));
    expect(await heading("Setup Canceled")).toHaveFocus();
    await expectAccessible(container);
    seen.length = 0;
    await user.click(button("Restart"));
    await acceptTerms();
    expect(seen.map(({ call }) => call)).toContain("GET /license/agreement");
    expect(screen.getByLabelText(/Base URL/)).toHaveValue("https://localhost:9031");
  });

  it.each(["GET /license/agreement", "GET /pf-admin-api/license-agreement", "GET /internal/isw/initialSetupInfo"])(
    "says so when there is no answer to %s, and Restart tries again",
    async (call) => {
      fakeServer({ [call]: noAnswer });
      const { container } = show();
      expect(await heading("Could not connect")).toHaveFocus();
      expect(screen.getByText(unreachable)).toBeVisible();
      expect(screen.getByText("The server did not answer.")).toBeVisible();
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
  ])("says so when there is no answer to %s after the terms", async (call) => {
    fakeServer({ [call]: noAnswer });
    show();
    await heading("Terms and Conditions");
    await user.click(screen.getByRole("checkbox"));
    await next();
    await heading("Could not connect");
  });

  it("makes way for log-in when somebody has signed in meanwhile", async () => {
    fakeServer({
      "GET /license/agreement": refusal(401, "Sign in."),
      "GET /pf-admin-ui/session": refusal(401, "Sign in."),
    });
    show();
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  });

  it("asks for the one-time link where the setup is not open to the caller", async () => {
    fakeServer({
      "GET /license/agreement": refusal(401, "Sign in."),
      "GET /pf-admin-ui/session": () => HttpResponse.json({ initialSetupComplete: false, setupLinkRequired: true }),
    });
    const { container } = show();
    await heading("Open the setup link");
    await expectAccessible(container);
    expect(replace).not.toHaveBeenCalled();
  });

  it("says of a link that the server refused how to get a new one", async () => {
    window.history.replaceState(null, "", "/?setupLink=refused");
    fakeServer({
      "GET /license/agreement": refusal(401, "Sign in."),
      "GET /pf-admin-ui/session": () => HttpResponse.json({ initialSetupComplete: false, setupLinkRequired: true }),
    });
    const { container } = show();
    await heading("This setup link is wrong or was used");
    expect(screen.getByText(/start the server again and it prints another/)).toBeVisible();
    await expectAccessible(container);
  });
});

describe("Finish", () => {
  it("shows what will be done, does it, and opens the console", async () => {
    const seen = fakeServer();
    const { container } = show();
    await toReview();
    await expectAccessible(container);
    expect(screen.getByText("https://localhost:9031")).toBeVisible();
    expect(screen.getByText("Not now")).toBeVisible();
    expect(screen.getByText("Evaluation, as in use")).toBeVisible();
    expect(screen.queryByText(PASSWORD)).not.toBeInTheDocument();
    await user.click(button("Finish"));
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
    expect(screen.getByText("Done. The console opens.")).toBeVisible();
    expect(seen.slice(-5).map(({ call }) => call)).toEqual([
      "POST /administrativeAccounts",
      "GET /internal/activePassiveConsoleInfo",
      "GET /serverSettings",
      "PUT /serverSettings",
      "POST /pf-admin-ui/login",
    ]);
    await expectAccessible(container);
  });

  it("can be neither closed nor left while it runs", async () => {
    fakeServer({ "POST /administrativeAccounts": () => new Promise(() => undefined) as never });
    show();
    await toReview();
    await user.click(button("Finish"));
    await heading("Setting up");
    expect(screen.getByText("2 of 7: Create the administrator account")).toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it.each([
    ["GET /serverSettings", "Error Configuring Base URL"],
    ["PUT /serverSettings", "Error Configuring Base URL"],
    ["POST /cluster/adminNode/role/active", "Error switching this node to active console role"],
    ["POST /pf-admin-ui/login", "Sign in"],
  ])("says what failed when %s does: %s", async (call, cause) => {
    fakeServer({
      "GET /internal/activePassiveConsoleInfo": () => HttpResponse.json({ enabled: true, role: "PASSIVE" }),
      [call]: refusal(422, "Validation error(s) occurred.", [
        { errorId: "x", message: "This must be an address.", fieldPath: "federationInfo.baseUrl" },
      ]),
    });
    const { container } = show();
    await toReview();
    await user.click(button("Finish"));
    await heading("Could not connect");
    expect(screen.getByText(unreachable)).toBeVisible();
    expect(screen.getAllByText(cause)[0]).toBeVisible();
    expect(screen.getByText(/This must be an address\./)).toBeVisible();
    expect(screen.getByText("request-77")).toBeVisible();
    expect(replace).not.toHaveBeenCalled();
    await expectAccessible(container);
  });

  it("goes through on a second walk after the server has stopped in its middle", async () => {
    fakeServer({ "PUT /serverSettings": noAnswer });
    show();
    await toReview();
    await user.click(button("Finish"));
    await heading("Could not connect");
    fakeServer();
    await user.click(button("Restart"));
    await toReview();
    await user.click(button("Finish"));
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  });

  it("asks for the password again after a restart", async () => {
    fakeServer();
    show();
    await toReview();
    await user.click(button("Close the setup"));
    await user.click(button("Restart"));
    await acceptTerms();
    for (const title of ["Connect To PingOne", "License", "Create Administrator Account"]) {
      await next();
      await heading(title);
    }
    expect(passwordField()).toHaveValue("");
  });
});
