/** A server before its setup, for the unit tests: answers each call like the real one, and records it. */
import { HttpResponse, http } from "msw";
import { server } from "../server.ts";

export const RULES = {
  minLength: 8,
  requireMixedCase: true,
  minAlpha: 1,
  minNumeric: 1,
  minSpecial: 0,
  specialChars: "!#$",
};
export const LICENSE = {
  id: "L-1",
  name: "Evaluation",
  organization: "Example Ltd",
  expirationDate: "2026-09-05T00:07:30.000Z",
};
export const UNREACHABLE =
  "Could not connect to the PingFederate server. Please ensure that PingFederate is running and try again.";
export const PASSWORD = "Corr3ct-horse";

/** A credential of this organization, with an invalid signature. */
export function credentialOf(organizationName: string): string {
  const json = new TextEncoder().encode(JSON.stringify({ organizationName }));
  const base64 = btoa(String.fromCharCode(...json));
  return `e30.${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.c2ln`;
}

export interface Seen {
  call: string;
  body: unknown;
  headers: Headers;
}

type Answer = () => Response;

/** The server's answers by "METHOD /path"; paths are relative to the admin API, or complete. */
const ANSWERS: Record<string, Answer> = {
  "GET /internal/isw/initialSetupInfo": () =>
    HttpResponse.json({ version: "1.0.0", environment: "", consoleTitle: "Hanse", helpBaseUrl: "" }),
  "GET /license/agreement": () => HttpResponse.json({ accepted: false }),
  "PUT /license/agreement": () => HttpResponse.json({ accepted: true }),
  "GET /pf-admin-api/license-agreement": () => new HttpResponse("THE TERMS\n\nFirst line,\nsecond line."),
  "GET /internal/isw/defaultBaseUrl": () => HttpResponse.json({ baseUrl: "https://localhost:9031" }),
  "GET /internal/isw/adminPasswordRules": () => HttpResponse.json(RULES),
  "GET /license": () => HttpResponse.json(LICENSE),
  "GET /internal/isw/validateCurrentLicense": () => HttpResponse.json(LICENSE),
  "POST /internal/isw/validateLicense": () =>
    HttpResponse.json({ license: { ...LICENSE, name: "Enterprise" }, warnings: [] }),
  "POST /internal/isw/validatePingOneCredential": () => HttpResponse.json({}),
  "PUT /license": () => HttpResponse.json(LICENSE),
  "POST /administrativeAccounts": () => HttpResponse.json({}),
  "GET /internal/activePassiveConsoleInfo": () => HttpResponse.json({ enabled: false, role: "ACTIVE" }),
  "POST /cluster/adminNode/role/active": () => HttpResponse.json({ warnings: [] }),
  "GET /serverSettings": () =>
    HttpResponse.json(
      { contactInfo: { company: "Example" }, federationInfo: { saml2EntityId: "e", baseUrl: "https://old" } },
      { headers: { ETag: '"7"' } },
    ),
  "PUT /serverSettings": () => HttpResponse.json({}),
  "GET /pingOneConnections": () => HttpResponse.json({ items: [] }),
  "POST /pingOneConnections": () => HttpResponse.json({}, { status: 201 }),
  "PUT /pingOneConnections/c-1": () => HttpResponse.json({}),
  "GET /pf-admin-ui/session": () => HttpResponse.json({ initialSetupComplete: false, setupLinkRequired: false }),
  "POST /pf-admin-ui/login": () => HttpResponse.json({ username: "Administrator", initialSetupComplete: true }),
};

/** A refusal in the server's format. */
export function refusal(status: number, message: string, validationErrors: object[] = []): Answer {
  return () =>
    HttpResponse.json(
      { resultId: "x", message, validationErrors },
      { status, headers: { "X-Request-Id": "request-77" } },
    );
}

export const noAnswer: Answer = () => HttpResponse.error();

/** Starts answering, with some calls overridden. Returns the recorded calls, in order. */
export function fakeServer(overrides: Record<string, Answer> = {}): Seen[] {
  const seen: Seen[] = [];
  server.use(
    http.all("*", async ({ request }) => {
      const { pathname } = new URL(request.url);
      const call = `${request.method} ${pathname.replace(/^\/pf-admin-api\/v1/, "")}`;
      const text = await request.text();
      seen.push({ call, body: parsed(text), headers: request.headers });
      const answer = overrides[call] ?? ANSWERS[call];
      if (!answer) throw new Error(`The server has no ${call}`);
      return answer();
    }),
  );
  return seen;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
