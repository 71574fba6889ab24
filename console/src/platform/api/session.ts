/** The calls under /pf-admin-ui, which use the session cookie. */
import createClient from "openapi-fetch";
import { SESSION_SERVICE, type SessionPaths } from "./adminPaths.ts";
import { toApiError } from "./errors.ts";
import type { components } from "./generated/admin.ts";
import type { IssuedToken } from "./token.ts";
import { body, send } from "./transport.ts";

export type SessionAnswer = components["schemas"]["SessionState"];
export type UiSettings = components["schemas"]["UiSettings"];
export type LockedPlace = components["schemas"]["LockedPlace"];
export type Notice = components["schemas"]["Notice"];
export type EndpointList = components["schemas"]["EndpointList"];
export type EndpointKind = components["schemas"]["EndpointKind"];
export type NavItem = components["schemas"]["NavigationNode"];

export const service = createClient<SessionPaths>({ baseUrl: window.location.origin + SESSION_SERVICE, fetch: send });

/** Reads the session; undefined when there is none. Rejects with ApiError otherwise. */
export async function readSession(): Promise<SessionAnswer | undefined> {
  const { data, error, response } = await service.GET("/session");
  if (data) return data;
  if (response.status === 401) return undefined;
  throw toApiError(response, error);
}

/** Logs in; the cookie is set by the answer. Rejects with ApiError: 401 for a refusal, 429 with `retryAfter`. */
export async function logIn(username: string, password: string): Promise<void> {
  const { error, response } = await service.POST("/login", { body: { username, password } });
  if (!response.ok) throw toApiError(response, error);
}

/** Issues a bearer token for the admin API. */
export async function issueToken(): Promise<IssuedToken> {
  const { data, error, response } = await service.POST("/apitoken");
  if (data) return data;
  throw toApiError(response, error);
}

export function readUiSettings(): Promise<UiSettings> {
  return body(service.GET("/uiSettings"));
}

/** Reads the notifications; there are usually none. */
export async function readNotifications(): Promise<Notice[]> {
  return (await body(service.GET("/notifications"))).items;
}

/** Reads the endpoints of the engine. */
export function readEndpoints(): Promise<EndpointList> {
  return body(service.GET("/endpoints"));
}

/** A slower request is aborted, so that the next click is reported. */
const EXTENSION_MS = 10_000;

/** Reports user activity to the server. */
export async function extendSession(): Promise<void> {
  await body(service.GET("/extendSession", { parseAs: "text", signal: AbortSignal.timeout(EXTENSION_MS) }));
}
