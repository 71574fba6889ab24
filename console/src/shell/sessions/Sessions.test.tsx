import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { renderInConsole } from "../../test/render.tsx";
import { server } from "../../test/server.ts";
import { AccountMenu } from "../AccountMenu.tsx";
import type { OwnSession } from "./Sessions.tsx";

const SESSIONS = "*/pf-admin-api/v1/internal/user/sessions";
const here: OwnSession = {
  id: "here",
  created: "2026-11-21T08:35:00.000Z",
  lastUsed: "2026-11-21T08:36:00.000Z",
  address: "198.51.100.7",
  current: true,
};
const elsewhere: OwnSession = { ...here, id: "elsewhere", address: "2001:db8::1", current: false };
const third: OwnSession = { ...here, id: "third", address: "203.0.113.9", current: false };
const END = "End the session from 2001:db8::1, last used Sat Nov 21 08:36:00 UTC 2026";
const ended = vi.fn();
let stored: OwnSession[];

beforeEach(() => {
  ended.mockReset();
  stored = [elsewhere, here, third];
  server.use(
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(SESSIONS, () => HttpResponse.json({ items: stored })),
    http.delete(`${SESSIONS}/:id`, ({ params: { id } }) => {
      ended(id);
      stored = stored.filter((one) => one.id !== id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(SESSIONS, () => {
      ended("others");
      stored = [here];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

async function opened() {
  const view = await renderInConsole(AccountMenu);
  await userEvent.click(screen.getByRole("button", { name: "Account" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Sessions" }));
  const dialog = await screen.findByRole("dialog", { name: "Your sessions" });
  return { ...view, dialog };
}

const rows = () => screen.getAllByRole("row").slice(1);

it("lists the own sessions, the current one first and without a button", async () => {
  const { dialog } = await opened();
  await screen.findByText("2001:db8::1");
  expect(rows().map((row) => row.textContent)).toEqual([
    "198.51.100.7Sat Nov 21 08:35:00 UTC 2026Sat Nov 21 08:36:00 UTC 2026This session",
    "2001:db8::1Sat Nov 21 08:35:00 UTC 2026Sat Nov 21 08:36:00 UTC 2026End",
    "203.0.113.9Sat Nov 21 08:35:00 UTC 2026Sat Nov 21 08:36:00 UTC 2026End",
  ]);
  expect(within(rows()[0] as HTMLElement).queryByRole("button")).not.toBeInTheDocument();
  await expectAccessible(dialog);
});

it("ends one, reports it, and keeps the focus", async () => {
  await opened();
  await userEvent.click(await screen.findByRole("button", { name: END }));
  const said = await screen.findByText("The session from 2001:db8::1 has ended.");
  await waitFor(() => expect(said).toHaveFocus());
  expect(ended).toHaveBeenCalledExactlyOnceWith("elsewhere");
  expect(rows()).toHaveLength(2);
});

it("ends all others, and then there are none left", async () => {
  await opened();
  const button = screen.getByRole("button", { name: "End all others" });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  expect(await screen.findByText("All your other sessions have ended.")).toBeVisible();
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(ended).toHaveBeenCalledExactlyOnceWith("others");
  expect(button).toBeDisabled();
});

it("reports why a session was not ended, and shows the current list", async () => {
  server.use(
    http.delete(`${SESSIONS}/:id`, () => {
      stored = [here];
      return HttpResponse.json({ resultId: "resource_not_found", message: "It has ended." }, { status: 404 });
    }),
  );
  await opened();
  await userEvent.click(await screen.findByRole("button", { name: END }));
  expect(await screen.findByText("It has ended.")).toBeVisible();
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("reports that the list could not be loaded, and loads it again", async () => {
  server.use(
    http.get(SESSIONS, () => HttpResponse.json({ resultId: "x", message: "No database." }, { status: 503 }), {
      once: true,
    }),
  );
  await opened();
  expect(await screen.findByText("No database.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Load again" }));
  expect(await screen.findByText("2001:db8::1")).toBeVisible();
  expect(screen.queryByText("No database.")).not.toBeInTheDocument();
});

it("closes, and returns the focus", async () => {
  await opened();
  await userEvent.click(within(screen.getByRole("contentinfo")).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
