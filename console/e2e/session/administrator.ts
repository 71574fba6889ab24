/** A first administrator, and user actions for signing in and out. */
import { type APIRequestContext, expect, type Page } from "@playwright/test";

export const first = { username: "Administrator", password: "Corr3ct-horse-battery" };

const API = "/pf-admin-api/v1";
const headers = { "X-XSRF-Header": "e2e" };

/**
 * Completes the setup with the API, as far as signing in requires it. Setup calls are allowed on the loopback interface
 * until the setup is complete; afterwards this does nothing.
 */
export async function setUp(request: APIRequestContext): Promise<void> {
  const session = await request.get("/pf-admin-ui/session", { headers });
  if (session.status() === 401) return;
  const agreement = await request.put(`${API}/license/agreement`, { headers, data: { accepted: true } });
  expect(agreement.ok(), await agreement.text()).toBe(true);
  const account = await request.post(`${API}/administrativeAccounts`, {
    headers,
    data: {
      ...first,
      active: true,
      auditor: false,
      description: "Initial administrator user",
      roles: [
        "ADMINISTRATOR",
        "CRYPTO_ADMINISTRATOR",
        "USER_ADMINISTRATOR",
        "EXPRESSION_ADMINISTRATOR",
        "DATA_COLLECTION_ADMINISTRATOR",
      ],
    },
  });
  expect(account.ok(), await account.text()).toBe(true);
  // Set-up is complete once an administrator has signed in.
  const signedIn = await request.post("/pf-admin-ui/login", { headers, data: first });
  expect(signedIn.ok(), await signedIn.text()).toBe(true);
}

export async function logIn(page: Page, { username, password } = first): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}
