/** The endpoint windows of a separate server, because other tests create issuers on the shared one. */
import { setUp } from "../session/administrator.ts";
import { test } from "../setup/wizard.ts";
import { beginSession } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW } from "../test.ts";
import { openWindow } from "./endpointWindow.ts";

test("without an issuer the window says what is missing", SLOW, async ({ page, request }) => {
  await setUp(request);
  await beginSession(page);
  await page.goto("/");
  const popup = await openWindow(page, "OAuth Endpoints");
  await expect(popup.getByRole("heading", { name: "This server does not have an issuer yet" })).toBeVisible();
  await expectAccessible(popup);
});
