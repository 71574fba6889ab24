/** The only file that calls fetch. */
import type { QueryKey } from "@tanstack/react-query";
import { ApiError, toApiError } from "./errors.ts";
import { leaveToLogout } from "./leave.ts";
import { pageSession } from "./pageSession.ts";

type Listener = (status: number) => void;
const listeners = new Set<Listener>();

/** Calls a function with the status of every answer. Returns a function that stops this. */
export function onAnswer(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends one request. Rejects with an ApiError of status 0 when there is no answer. */
export async function send(request: Request): Promise<Response> {
  request.headers.set("X-XSRF-Header", "hanse"); // Its presence proves that no form of another site sent it.
  if (pageSession()) request.headers.set("X-Hanse-Session", pageSession());
  try {
    const answer = await fetch(request);
    for (const listener of listeners) listener(answer.status);
    return answer;
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiError({ status: 0, resultId: "unreachable", message: String(error) });
  }
}

/** The relevant part of what openapi-fetch returns. */
interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** A value with the revision at which it was read, which a save sends back as If-Match. */
export interface Versioned<T> {
  data: T;
  etag: string | undefined;
}

/** Awaits a call and returns its body. Throws ApiError for every unsuccessful answer. */
export async function body<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await versioned(call)).data;
}

/** Awaits a call and returns its body with the ETag. Throws ApiError for every unsuccessful answer. */
export async function versioned<T>(call: Promise<Answer<T>>): Promise<Versioned<T>> {
  const { data, error, response } = await call;
  if (!response.ok) {
    if (response.status === 401) leaveToLogout();
    throw toApiError(response, error);
  }
  return { data: data as T, etag: response.headers.get("ETag") ?? undefined };
}

/** Reads an item for editing: it must be the version that is stored now, not one from a cache. */
export function editedQuery<T>(queryKey: QueryKey, call: () => Promise<Answer<unknown>>) {
  return { queryKey, queryFn: () => versioned(call()) as Promise<Versioned<T>>, gcTime: 0 };
}

/** The entity tag of a revision, as the server writes it (RFC 9110, section 8.8.3). */
export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/** The headers of a save that must not overwrite another administrator's (RFC 9110, section 13.1.1). */
export function ifMatch(etag: string | undefined): Record<string, string> {
  return etag === undefined ? {} : { "If-Match": etag };
}
