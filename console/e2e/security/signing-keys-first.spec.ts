/** The first key pairs of a separate server, because other tests create some on the shared one. */
import { frameOf } from "../frame/frames.ts";
import { setUp } from "../session/administrator.ts";
import { test } from "../setup/wizard.ts";
import { open } from "../system/signedIn.ts";
import { expect, expectAccessible } from "../test.ts";
import { fact, named, PATH, TITLE } from "./keyPairs.ts";

test("the empty list explains key pairs; an RSA and an EC pair are created", async ({ page, request }) => {
  await setUp(request);
  await open(page, PATH, TITLE);
  const frame = await frameOf(page);
  await expect(frame.getByRole("heading", { name: "No key pairs" })).toBeVisible();
  await expectAccessible(page);

  async function create(name: string): Promise<void> {
    await page.goto(`${PATH}/add`);
    await frame.getByRole("link", { name: "Create New" }).click();
    await frame.getByRole("textbox", { name: "Common Name" }).fill(name);
    await frame.getByRole("textbox", { name: "Organization", exact: true }).fill("Example Ltd");
    await frame.getByRole("textbox", { name: "Country" }).fill("DE");
  }

  await create("rsa.example.com");
  await frame.getByRole("textbox", { name: "Subject Alternative Names" }).fill("rsa.example.com\n192.0.2.1");
  await expect(frame.getByRole("combobox", { name: "Key Size" })).toHaveValue("2048");
  await frame.getByRole("button", { name: "Save" }).click();
  await frame.getByRole("link", { name: named("rsa.example.com"), exact: true }).click();
  await expect(fact(frame, "Subject alternative names")).toContainText("DNS: 'rsa.example.com'");
  await expect(fact(frame, "Key size")).toHaveText("2048");

  await create("ec.example.com");
  await frame.getByRole("combobox", { name: "Key Algorithm" }).selectOption("EC");
  await expect(frame.getByRole("combobox", { name: "Key Size" })).toHaveValue("256");
  await frame.getByRole("combobox", { name: "Key Size" }).selectOption("384");
  await frame.getByRole("combobox", { name: "Signature Algorithm" }).selectOption("SHA384withECDSA");
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(frame.getByText("EC P-384")).toBeVisible();
});
