/** Proves that the page fixture detects problems: each test is expected to fail for the reason in its name. */
import { test } from "./test.ts";

test.beforeEach(({ page }) => page.goto("/login"));

test("an inline script is a violation", async ({ page }) => {
  test.fail();
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.setAttribute("nonce", "");
    script.append("window.inline = true;");
    document.head.append(script);
  });
});

test("HTML from a string is a violation", async ({ page }) => {
  test.fail();
  await page.evaluate(() => {
    document.body.innerHTML = "<p>not trusted</p>";
  });
});

test("an exception is a problem", async ({ page }) => {
  test.fail();
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error("unheard")), 0));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
});
