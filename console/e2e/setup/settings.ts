/** The stored result of the setup, read like a script: with HTTP Basic as the new account. */
import { type APIRequestContext, expect } from "@playwright/test";
import { PASSWORD } from "./wizard.ts";

const headers = {
  "X-XSRF-Header": "e2e",
  Authorization: `Basic ${Buffer.from(`Administrator:${PASSWORD}`).toString("base64")}`,
};

export async function stored(request: APIRequestContext, path: string): Promise<Record<string, unknown>> {
  const answer = await request.get(`/pf-admin-api/v1${path}`, { headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}
