/**
 * The calls of the first-run setup (specification 3, section 7). There is no account yet, so they send no bearer token:
 * the server authenticates the caller by the loopback interface or by the cookie of the one-time link. After the
 * initial account is created, Finish uses HTTP Basic. A refusal never leads to log-out here; each call rejects with
 * ApiError.
 */
import { toBase64 } from "../../platform/api/base64.ts";
import { ApiError, toApiError } from "../../platform/api/errors.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { readSession } from "../../platform/api/session.ts";
import { ifMatch, send } from "../../platform/api/transport.ts";

const API = "/pf-admin-api/v1";

type Schemas = components["schemas"];
export type SetupInfo = Schemas["InitialSetupInfo"];
/** The defaults are numbers and texts, never null, so the server sends them all. */
export type PasswordRules = Required<Schemas["PasswordRules"]>;
/** The license fields that the wizard shows. */
export type LicenseInfo = Pick<Schemas["LicenseView"], "id" | "name"> &
  Partial<Pick<Schemas["LicenseView"], "organization" | "expirationDate">>;

export interface Credentials {
  username: string;
  password: string;
}

/** The server's result for a license file: only status 422 means that it is invalid. */
export type LicenseVerdict =
  | { valid: true; license: LicenseInfo | undefined; warnings: readonly string[] }
  | { valid: false; error: ApiError };

export const readSetupInfo = () => get<SetupInfo>("/internal/isw/initialSetupInfo");
export const readDefaultBaseUrl = async () =>
  (await get<Schemas["DefaultBaseUrl"]>("/internal/isw/defaultBaseUrl")).baseUrl;
export const readPasswordRules = () => get<PasswordRules>("/internal/isw/adminPasswordRules");

export const readTermsAccepted = async () =>
  (await get<Schemas["LicenseAgreementInfo"]>("/license/agreement")).accepted === true;

export async function acceptTerms(): Promise<void> {
  await json(call("PUT", `${API}/license/agreement`, { json: { accepted: true } }));
}

export async function readTerms(): Promise<string> {
  const response = await call("GET", "/pf-admin-api/license-agreement");
  if (!response.ok) throw toApiError(response, await content(response));
  return response.text();
}

/** The installed license; undefined if there is none, or if it is no longer valid. */
export async function readUsableLicense(): Promise<LicenseInfo | undefined> {
  try {
    await get("/internal/isw/validateCurrentLicense");
    return await get<LicenseInfo>("/license");
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return undefined;
    throw error;
  }
}

/** Checks a license file at the server; `fileData` is base64. Rejects only if there is no answer. */
export async function validateLicense(fileData: string): Promise<LicenseVerdict> {
  const response = await call("POST", `${API}/internal/isw/validateLicense`, { json: { fileData } });
  const answer = await content(response);
  if (response.status === 422) return { valid: false, error: toApiError(response, answer) };
  const { license, warnings } = (answer ?? {}) as Partial<Schemas["LicenseValidation"]>;
  return { valid: true, license: license, warnings: (warnings ?? []).map((warning) => warning.message) };
}

/** Checks that a credential is valid. Only status 200 confirms it; otherwise rejects with the server's answer. */
export async function validateCredential(credential: string): Promise<void> {
  const response = await call("POST", `${API}/internal/isw/validatePingOneCredential`, { text: credential });
  if (response.status !== 200) throw toApiError(response, await content(response));
}

export async function importLicense(fileData: string): Promise<void> {
  await json(call("PUT", `${API}/license`, { json: { fileData } }));
}

/** Creates the initial account. Until somebody has signed in, a second call replaces the account. */
export async function createAccount(account: Credentials): Promise<void> {
  const initial = {
    ...account,
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
  };
  await json(call("POST", `${API}/administrativeAccounts`, { json: initial }));
}

/** Returns true if this console is the passive one of several. */
export async function isPassiveConsole(account: Credentials): Promise<boolean> {
  const info = await get<Schemas["ActivePassiveConsoleInfo"]>("/internal/activePassiveConsoleInfo", account);
  return info.enabled === true && info.role === "PASSIVE";
}

export async function activateConsole(account: Credentials): Promise<void> {
  await json(call("POST", `${API}/cluster/adminNode/role/active`, { account }));
}

/** Sets the base URL and keeps the other settings. */
export async function saveBaseUrl(account: Credentials, baseUrl: string): Promise<void> {
  const path = `${API}/serverSettings`;
  const response = await call("GET", path, { account });
  const settings = await json<Schemas["ServerSettings"]>(response);
  await json(
    call("PUT", path, {
      account,
      json: { ...settings, federationInfo: { ...settings.federationInfo, baseUrl } },
      headers: ifMatch(response.headers.get("ETag") ?? undefined),
    }),
  );
}

/** Creates the initial cloud connection. One that an interrupted Finish left under this name is replaced. */
export async function saveConnection(account: Credentials, name: string, credential: string): Promise<void> {
  const path = `${API}/pingOneConnections`;
  const connection = { name, description: "Initial PingOne connection", active: true, credential };
  try {
    await json(call("POST", path, { account, json: connection }));
  } catch (refusal) {
    if (!(refusal instanceof ApiError) || refusal.status !== 422) throw refusal;
    const { items } = await get<{ items: { id: string; name: string }[] }>("/pingOneConnections", account);
    const present = items.find((item) => item.name === name);
    if (!present) throw refusal;
    await json(
      call("PUT", `${path}/${encodeURIComponent(present.id)}`, { account, json: { id: present.id, ...connection } }),
    );
  }
}

/**
 * The setup state for this caller: complete after the first sign-in; before that it is open to this caller, or only
 * through the one-time link.
 */
export async function readStanding(): Promise<"open" | "linkRequired" | "over"> {
  const session = await readSession();
  if (!session || session.initialSetupComplete) return "over";
  return session.setupLinkRequired ? "linkRequired" : "open";
}

interface Options {
  json?: unknown;
  text?: string;
  /** Sends HTTP Basic. */
  account?: Credentials;
  headers?: Record<string, string>;
}

function get<T>(path: string, account?: Credentials): Promise<T> {
  return json<T>(call("GET", API + path, account ? { account } : {}));
}

function call(method: string, path: string, options: Options = {}): Promise<Response> {
  const headers = new Headers(options.headers);
  const init: RequestInit = { method, headers };
  if (options.account) headers.set("Authorization", basicAuthorization(options.account));
  if (options.text !== undefined) init.body = options.text;
  if (options.json !== undefined) {
    init.body = JSON.stringify(options.json);
    headers.set("Content-Type", "application/json");
  }
  return send(new Request(window.location.origin + path, init));
}

async function json<T>(answer: Response | Promise<Response>): Promise<T> {
  const response = await answer;
  const body = await content(response);
  if (!response.ok) throw toApiError(response, body);
  return body as T;
}

/** The JSON of an answer; undefined if it is not JSON, such as an empty body or a proxy's page. */
async function content(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** RFC 7617: user-id and password in UTF-8, so that all characters are supported. */
export function basicAuthorization({ username, password }: Credentials): string {
  return `Basic ${toBase64(new TextEncoder().encode(`${username}:${password}`))}`;
}
