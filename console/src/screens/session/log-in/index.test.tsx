import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectAccessible } from "../../../test/axe.ts";
import { renderWithText } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import LogIn from "./index.tsx";

const LOGIN = "*/pf-admin-ui/login";
const replace = vi.fn();

beforeEach(() => {
  window.history.replaceState(null, "", "/login");
  vi.spyOn(window.location, "replace").mockImplementation(replace);
  replace.mockReset();
});

async function submit(username = "admin", password = "2Federate") {
  const user = userEvent.setup();
  if (username) await user.type(screen.getByLabelText("Username"), username);
  if (password) await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Log in" }));
}

function answering(status: number, body: object, headers: Record<string, string> = {}) {
  server.use(http.post(LOGIN, () => HttpResponse.json(body, { status, headers })));
}

describe("log-in", () => {
  it("has no accessibility finding and starts in the username", async () => {
    const { container } = renderWithText(<LogIn />);
    await expectAccessible(container);
    expect(screen.getByLabelText("Username")).toHaveFocus();
  });

  it("shows the console's configured title", () => {
    const meta = Object.assign(document.createElement("meta"), { name: "application-name", content: "Acme Identity" });
    document.head.append(meta);
    renderWithText(<LogIn />);
    expect(screen.getByRole("heading", { level: 1, name: "Acme Identity" })).toBeInTheDocument();
    expect(document.title).toBe("Log in · Acme Identity");
    meta.remove();
  });

  it("sends the credentials with the anti-forgery header and continues to the target", async () => {
    window.history.replaceState(null, "", "/login?target=%2Fsystem%2Fserver%2Flicense");
    let seen: unknown;
    server.use(
      http.post(LOGIN, async ({ request }) => {
        seen = { body: await request.json(), xsrf: request.headers.has("X-XSRF-Header") };
        return HttpResponse.json({ username: "admin", initialSetupComplete: true });
      }),
    );
    renderWithText(<LogIn />);
    await submit();
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith("/system/server/license"));
    expect(seen).toEqual({ body: { username: "admin", password: "2Federate" }, xsrf: true });
  });

  it("gives the same message for an unknown account and a wrong password, and selects the password", async () => {
    answering(401, { resultId: "unauthorized", message: "no such account" });
    renderWithText(<LogIn />);
    await submit();
    expect(await screen.findByText("The username or password is incorrect.")).toBeVisible();
    expect(screen.queryByText(/no such account/)).not.toBeInTheDocument();
    expect(screen.getByLabelText("Password")).toHaveFocus();
  });

  it("shows the waiting time after too many attempts", async () => {
    answering(429, { resultId: "too_many_attempts", message: "x" }, { "Retry-After": "30" });
    renderWithText(<LogIn />);
    await submit();
    expect(await screen.findByText("Too many attempts. Try again in 30 seconds.")).toBeVisible();
  });

  it("shows a server failure with the request id", async () => {
    answering(503, { resultId: "unavailable", message: "The database is away." }, { "X-Request-Id": "r-77" });
    renderWithText(<LogIn />);
    await submit();
    expect(await screen.findByText(/The database is away\./)).toBeVisible();
    expect(screen.getByText("r-77")).toBeVisible();
  });

  it("reports that the server does not answer", async () => {
    server.use(http.post(LOGIN, () => HttpResponse.error()));
    renderWithText(<LogIn />);
    await submit();
    expect(await screen.findByText("The server is not responding. Try again in a moment.")).toBeVisible();
  });

  it("reports missing input without a call", async () => {
    renderWithText(<LogIn />);
    await submit("admin", "");
    expect(await screen.findByText("Enter your username and password.")).toBeVisible();
  });

  it("shows the reason of the log-out, from a closed list", () => {
    window.history.replaceState(null, "", "/login?reason=unauthorized");
    renderWithText(<LogIn />);
    expect(screen.getByText("Unauthorized")).toBeVisible();
  });
});
