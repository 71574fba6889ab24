/** A separate server for each test, before its setup, and user actions in the wizard. */
import { expect, type Locator, type Page } from "@playwright/test";
import { type RunningServer, removeServer, startServer } from "../server.ts";
import { clouded } from "./cloud.ts";
import { issueLicense, type License } from "./license.ts";

interface SetupFixtures {
  /** The server's options. */
  environment: Record<string, string>;
  /** Not the worker's server: a setup can be done only once. */
  fresh: RunningServer;
  wizard: Wizard;
}

interface SetupWorkerFixtures {
  /** A license of the operator, called LICENSE_NAME. */
  license: License;
}

export const LICENSE_NAME = "Example production";
export const URL_OF_ENGINE = "https://sso.example.com:9031";
export const PASSWORD = "Corr3ct-horse-battery";

export const test = clouded.extend<SetupFixtures, SetupWorkerFixtures>({
  environment: [{}, { option: true }],
  license: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const license = await issueLicense(LICENSE_NAME);
      await use(license);
      await license.remove();
    },
    { scope: "worker" },
  ],
  fresh: async ({ environment }, use) => {
    const server = await startServer(environment);
    await use(server);
    await removeServer(server);
  },
  baseURL: async ({ fresh }, use) => use(fresh.admin),
  wizard: async ({ page }, use) => use(new Wizard(page)),
});

export class Wizard {
  readonly page: Page;
  readonly baseUrl: Locator;
  readonly credential: Locator;
  readonly username: Locator;
  readonly password: Locator;

  constructor(page: Page) {
    this.page = page;
    this.baseUrl = page.getByRole("textbox", { name: "Base URL" });
    this.credential = page.getByRole("textbox", { name: "Credential" });
    this.username = page.getByRole("textbox", { name: "Username" });
    this.password = page.getByLabel(/^Password/);
  }

  async open(): Promise<void> {
    await this.page.goto("/");
    await this.expectScreen("Terms and Conditions");
  }

  /** Every screen focuses its title. */
  async expectScreen(title: string): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 2, name: title, exact: true })).toBeFocused();
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole("button", { name: button, exact: true }).click();
  }

  async acceptTerms(): Promise<void> {
    await this.page.getByRole("checkbox", { name: "I agree to the terms and conditions" }).check();
    await this.press("Next");
    await this.expectScreen("Configure Base URL");
  }

  async enterBaseUrl(url: string): Promise<void> {
    await this.baseUrl.fill(url);
    await this.press("Next");
    await this.expectScreen("Connect To PingOne");
  }

  async enterCredential(credential: string): Promise<void> {
    await this.page.getByRole("radio", { name: "Connect now" }).check();
    await this.credential.fill(credential);
    await this.press("Next");
  }

  async choose(content: Buffer, name = "license.txt"): Promise<void> {
    await this.page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: content });
  }

  /** From the license to the review, with the installed license. */
  async goOnToReview(): Promise<void> {
    await this.expectScreen("License");
    await this.press("Next");
    await this.expectScreen("Create Administrator Account");
    await this.password.fill(PASSWORD);
    await this.password.press("Enter");
    await this.expectScreen("Review");
  }

  /** From the first step to the review. */
  async walk(url: string, credential?: string): Promise<void> {
    await this.expectScreen("Configure Base URL");
    await this.enterBaseUrl(url);
    if (credential === undefined) await this.press("Next");
    else await this.enterCredential(credential);
    await this.goOnToReview();
  }

  async expectConsole(): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 1, name: /^Welcome/ })).toBeVisible();
  }
}
