/** The first key pairs of a server of its own: the others' tests make some on the one that they share. */
import type { Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { test } from "../setup/wizard.ts";
import { open } from "../system/signedIn.ts";
import { expect, expectAccessible } from "../test.ts";
import { fact, PATH, TITLE } from "./keyPairs.ts";

async function create(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Create new" }).click();
  await page.getByLabel("Common name").fill(name);
  await page.getByLabel("Organization name").fill("Example Ltd");
  await page.getByLabel("Country").fill("DE");
}

test("without key pairs one is told what they are for; an RSA and an EC pair are made", async ({ page, request }) => {
  await setUp(request);
  await open(page, PATH, TITLE);
  await expect(page.getByRole("heading", { name: "No key pairs" })).toBeVisible();
  await expectAccessible(page);

  await create(page, "rsa.example.com");
  await page.getByLabel("Subject alternative names").fill("rsa.example.com\n192.0.2.1");
  await expect(page.getByLabel("Key size in bits")).toHaveValue("2048");
  await page.getByRole("button", { name: "Create key pair" }).click();
  await expect(page.getByText("rsa.example.com was created.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "rsa.example.com" })).toBeVisible();
  await expect(fact(page, "Alternative names")).toHaveText("DNS: 'rsa.example.com'IP: '192.0.2.1'");
  await expect(fact(page, "Algorithm")).toHaveText("RSA 2048");
  await expect(fact(page, "Issuer")).toHaveText("Self-signed");

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: TITLE }).click();
  await create(page, "ec.example.com");
  await page.getByLabel("Key algorithm").selectOption("EC");
  await page.getByLabel("Curve").selectOption("P-384");
  await page.getByLabel("Signature algorithm").selectOption("SHA384withECDSA");
  await page.getByRole("button", { name: "Create key pair" }).click();
  await expect(fact(page, "Algorithm")).toHaveText("EC P-384");
  await expect(fact(page, "Signature")).toHaveText("SHA384withECDSA");
});
