import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { fakeServer, noAnswer, PASSWORD, refusal, UNREACHABLE } from "../../test/wizard/fakeServer.ts";
import { replace, start, watchLocation } from "../../test/wizard/start.tsx";
import { acceptTerms, button, heading, next, passwordField, toReview, user } from "../../test/wizard/walk.ts";

beforeEach(watchLocation);

describe("Finish", () => {
  it("lists its steps, runs them, and opens the console", async () => {
    const { container, seen } = start();
    await toReview();
    await expectAccessible(container);
    expect(screen.getByText("https://localhost:9031")).toBeVisible();
    expect(screen.getByText("Not now")).toBeVisible();
    expect(screen.getByText("Evaluation, currently in use")).toBeVisible();
    expect(screen.queryByText(PASSWORD)).not.toBeInTheDocument();
    await user.click(button("Finish"));
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
    expect(screen.getByText("Setup is complete. Opening the console.")).toBeVisible();
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
    start({ "POST /administrativeAccounts": () => new Promise(() => undefined) as never });
    await toReview();
    await user.click(button("Finish"));
    await heading("Setting up");
    expect(screen.getByText("2 of 7: Create the administrator account")).toBeInTheDocument();
    for (const name of ["Close the setup", "Back", "Finish"]) expect(screen.queryByRole("button", { name })).toBeNull();
    const steps = within(screen.getByRole("navigation", { name: "Steps" }));
    for (const step of steps.getAllByRole("button", { current: false })) expect(step).toBeDisabled();
  });

  it.each([
    ["GET /serverSettings", "Error Configuring Base URL"],
    ["PUT /serverSettings", "Error Configuring Base URL"],
    ["POST /cluster/adminNode/role/active", "Error switching this node to active console role"],
    ["POST /pf-admin-ui/login", "Sign in"],
  ])("reports what failed when %s does: %s", async (call, cause) => {
    const { container } = start({
      "GET /internal/activePassiveConsoleInfo": () => HttpResponse.json({ enabled: true, role: "PASSIVE" }),
      [call]: refusal(422, "Validation error(s) occurred.", [
        { errorId: "x", message: "This must be an address.", fieldPath: "federationInfo.baseUrl" },
      ]),
    });
    await toReview();
    await user.click(button("Finish"));
    await heading("Could not connect");
    expect(screen.getByText(UNREACHABLE)).toBeVisible();
    expect(screen.getAllByText(cause)[0]).toBeVisible();
    expect(screen.getByText(/This must be an address\./)).toBeVisible();
    expect(screen.getByText("request-77")).toBeVisible();
    expect(replace).not.toHaveBeenCalled();
    await expectAccessible(container);
  });

  it("succeeds on a second attempt after the server stopped", async () => {
    start({ "PUT /serverSettings": noAnswer });
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
    start();
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
