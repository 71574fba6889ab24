import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { paths } from "../../../../paths.ts";
import type { Session } from "../../../../platform/session/session.ts";
import { expectAccessible } from "../../../../test/axe.ts";
import { keyPair, serveKeyPairs } from "../../../../test/keys/fakeServer.ts";
import { administrator, renderInConsole } from "../../../../test/render.tsx";
import { Details } from "./index.tsx";

async function opened(session: Session = administrator) {
  const user = userEvent.setup();
  const view = await renderInConsole(() => <Details id="signing-1" />, { page: paths.signingKey, session });
  return { user, ...view };
}

const value = (term: string) => screen.getByText(term).closest("dt")?.nextElementSibling as HTMLElement;

it("shows what the certificate says", async () => {
  serveKeyPairs(keyPair());
  const { container } = await opened();
  expect(await screen.findByRole("heading", { level: 1, name: "sso.example.com" })).toBeVisible();
  expect(value("Subject DN")).toHaveTextContent("CN=sso.example.com,O=Example\\, Ltd,C=DE");
  expect(value("Issuer")).toHaveTextContent("Self-signed");
  expect(value("Alternative names")).toHaveTextContent("sso.example.com192.0.2.1");
  expect(value("Serial number")).toHaveTextContent("40987");
  expect(value("Valid from")).toHaveTextContent("01 Jan 2026, 00:00 UTC");
  expect(value("SHA-256")).toHaveTextContent("AB:CD:EF");
  expect(value("Algorithm")).toHaveTextContent("RSA 2048");
  expect(await screen.findByText("Nothing uses this key pair.")).toBeVisible();
  await expectAccessible(container);
});

it("names the issuer and what uses the key pair", async () => {
  const served = serveKeyPairs(keyPair({ issuerDN: "CN=Example CA" }));
  served.usages = [{ type: "Static Keys", kind: "x", id: "x", path: "rsaActiveCertRef" }];
  await opened();
  expect(await screen.findByText("CN=Example CA")).toBeVisible();
  expect(await screen.findByText("Static Keys")).toBeVisible();
});

it("copies a fingerprint", async () => {
  serveKeyPairs(keyPair());
  const { user } = await opened();
  await user.click(await screen.findByRole("button", { name: "Copy SHA-256" }));
  expect(await navigator.clipboard.readText()).toBe("AB:CD:EF");
  expect(within(value("SHA-256")).getByRole("status")).toHaveTextContent("Copied");
});

it("says so when there is no such key pair", async () => {
  serveKeyPairs();
  await opened();
  expect(await screen.findByText("Signing Key Pair was not found.")).toBeVisible();
});
