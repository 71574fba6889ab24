import { Outlet } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { EndpointKind, EndpointList } from "../../../platform/api/session.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import { Endpoints } from "./index.tsx";

const heartbeat: EndpointList["endpoints"][number] = {
  name: "Heartbeat",
  template: "{origin}/pf/heartbeat.ping",
  description: "Answers OK.",
  kinds: ["idp-application", "sp-application"],
  ofIssuer: false,
};
const metadata: EndpointList["endpoints"][number] = {
  name: "Metadata",
  template: "{origin}/.well-known/oauth-authorization-server{path}",
  description: "What clients read.",
  kinds: ["oauth"],
  ofIssuer: true,
};
const base = { origin: "https://sso.example:9031", path: "", isIssuer: true };
const issuer = { origin: "https://bremen.example:9031", path: "/town", isIssuer: true };

async function shown(kind: EndpointKind, addresses: EndpointList["addresses"]) {
  server.use(
    http.get("*/pf-admin-ui/endpoints", () => HttpResponse.json({ addresses, endpoints: [heartbeat, metadata] })),
  );
  // Outside the console: the window has its own main landmark.
  return renderInConsole(() => <Endpoints kind={kind} consoleTitle="Acme" />, { frame: () => <Outlet /> });
}

it("puts the chosen address into the endpoints of its list, and copies them", async () => {
  const { container } = await shown("oauth", [base, issuer]);
  const list = within(await screen.findByRole("list", { name: "OAuth Endpoints" }));
  expect(list.getAllByRole("listitem")).toHaveLength(1);
  expect(list.getByText("https://sso.example:9031/.well-known/oauth-authorization-server")).toBeVisible();
  expect(document.title).toBe("OAuth Endpoints · Acme");
  await expectAccessible(container);
  await userEvent.selectOptions(screen.getByLabelText("Server address"), "https://bremen.example:9031/town");
  const url = "https://bremen.example:9031/.well-known/oauth-authorization-server/town";
  expect(list.getByText(url)).toBeVisible();
  await userEvent.click(list.getByRole("button", { name: "Copy Metadata" }));
  expect(await navigator.clipboard.readText()).toBe(url);
});

it("offers no choice for a single address", async () => {
  await shown("oauth", [base]);
  expect(await screen.findByRole("button", { name: "Copy Metadata" })).toBeVisible();
  expect(screen.queryByLabelText("Server address")).not.toBeInTheDocument();
});

it.each<[EndpointKind, string]>([
  ["oauth", "This server does not have an issuer yet"],
  ["idp", "No endpoints"],
])("says of %s why there are none", async (kind, title) => {
  const { container } = await shown(kind, [{ ...base, isIssuer: false }]);
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  await expectAccessible(container);
});

it("shows endpoints without an issuer at the server's own address", async () => {
  await shown("sp-application", [{ ...base, isIssuer: false }]);
  expect(await screen.findByText("https://sso.example:9031/pf/heartbeat.ping")).toBeVisible();
});

it("offers to load again what could not be loaded", async () => {
  server.use(http.get("*/pf-admin-ui/endpoints", () => HttpResponse.json({ message: "Not now." }, { status: 503 })));
  await renderInConsole(() => <Endpoints kind="idp-application" consoleTitle={undefined} />);
  expect(await screen.findByText("Not now.")).toBeVisible();
  server.use(
    http.get("*/pf-admin-ui/endpoints", () => HttpResponse.json({ addresses: [base], endpoints: [heartbeat] })),
  );
  await userEvent.click(screen.getByRole("button", { name: "Load again" }));
  expect(await screen.findByText("https://sso.example:9031/pf/heartbeat.ping")).toBeVisible();
});
