import { expect, expectAccessible, SLOW } from "../test.ts";
import { PASSWORD, test, URL_OF_ENGINE } from "./wizard.ts";

test("every step with the keyboard alone", SLOW, async ({ wizard, page }) => {
  await wizard.open();
  const { keyboard } = page;
  await keyboard.press("Tab");
  await expect(page.getByRole("region", { name: "License agreement" })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await wizard.expectScreen("Configure Base URL");
  await keyboard.press("Tab");
  await expect(wizard.baseUrl).toBeFocused();
  await keyboard.press("Enter");
  await wizard.expectScreen("Connect To PingOne");
  await keyboard.press("Tab");
  await keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Connect now" })).toBeChecked();
  await keyboard.press("ArrowUp");
  await keyboard.press("Enter");
  await wizard.expectScreen("License");
  await page.getByRole("button", { name: "Next" }).focus();
  await keyboard.press("Enter");
  await wizard.expectScreen("Create Administrator Account");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.type(PASSWORD);
  await keyboard.press("Enter");
  await wizard.expectScreen("Review");
});

for (const { name, colorScheme, viewport } of [
  { name: "light", colorScheme: "light", viewport: { width: 1280, height: 860 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 1280, height: 860 } },
  { name: "a phone", colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const) {
  test.describe(name, SLOW, () => {
    test.use({ colorScheme, viewport, expectedProblems: [/status of 500/] });

    test("every screen is accessible and fits", async ({ wizard, page }) => {
      test.slow(); // axe looks at fourteen screens.
      const check = async () => {
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        );
      };
      await wizard.open();
      await check();
      await wizard.acceptTerms();
      await check();
      await wizard.baseUrl.fill("wrong");
      await wizard.press("Next");
      await check();
      await wizard.enterBaseUrl(URL_OF_ENGINE);
      await check();
      await wizard.enterCredential("wrong");
      await expect(page.getByText("Invalid PingOne credential", { exact: true })).toBeVisible();
      await check();
      await page.getByRole("radio", { name: "Not now" }).check();
      await wizard.press("Next");
      await check();
      await wizard.choose(Buffer.from("wrong"));
      await expect(page.getByText("This license is not valid.")).toBeVisible();
      await check();
      await wizard.press("Clear");
      await wizard.press("Next");
      await check();
      await wizard.password.fill("Abc");
      await check();
      await wizard.password.fill(PASSWORD);
      await wizard.press("Next");
      await check();
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/serverSettings", async (route) => {
        await held;
        await route.fulfill({ status: 500, json: { resultId: "internal_error", message: "The disk is full." } });
      });
      await wizard.press("Finish");
      await wizard.expectScreen("Setting up");
      await check();
      release();
      await wizard.expectScreen("Could not connect");
      await expect(page.getByText("Error Configuring Base URL")).toBeVisible();
      await check();
      await wizard.press("Restart");
      await wizard.press("Close the setup");
      await wizard.expectScreen("Setup Canceled");
      await check();
    });
  });
}
