/** The one place that calls fetch. */
import type { QueryKey } from "@tanstack/react-query";
import { ApiError, toApiError } from "./errors.ts";
import { leaveToLogout } from "./leave.ts";
import { pageSession } from "./pageSession.ts";

type Listener = (status: number) => void;
const listeners = new Set<Listener>();

/** Has a function called with the status of every answer; returns what ends that. */
export function onAnswer(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends one request. Rejects with an ApiError of status 0 when there is no answer. */
export async function send(request: Request): Promise<Response> {
  request.headers.set("X-XSRF-Header", "hanse"); // Any value does; its presence proves that no form of another site sent it.
  if (pageSession()) request.headers.set("X-Hanse-Session", pageSession());
  try {
    const answer = await fetch(request);
    for (const hear of listeners) hear(answer.status);
    return answer;
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiError({ status: 0, resultId: "unreachable", message: String(error) });
  }
}

/** What openapi-fetch answers, as far as it matters here. */
interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** A value with the revision it was read at, to be sent back as If-Match. */
export interface Versioned<T> {
  data: T;
  etag: string | undefined;
}

/** Awaits a call and returns its body. Throws ApiError for every answer that is no success. */
export async function body<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await versioned(call)).data;
}

/** Awaits a call and returns its body with the ETag. Throws ApiError for every answer that is no success. */
export async function versioned<T>(call: Promise<Answer<T>>): Promise<Versioned<T>> {
  const { data, error, response } = await call;
  if (!response.ok) {
    if (response.status === 401) leaveToLogout();
    throw toApiError(response, error);
  }
  return { data: data as T, etag: response.headers.get("ETag") ?? undefined };
}

/** Reads what is edited: it must be what is stored now, and not what was seen an hour ago. */
export function editedQuery<T>(queryKey: QueryKey, call: () => Promise<Answer<unknown>>) {
  return { queryKey, queryFn: () => versioned(call()) as Promise<Versioned<T>>, gcTime: 0 };
}

/** The entity tag of a revision, as the server writes it (RFC 9110, section 8.8.3). */
export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/** The headers of a save that must not overwrite somebody else's (RFC 9110, section 13.1.1). */
export function ifMatch(etag: string | undefined): Record<string, string> {
  return etag === undefined ? {} : { "If-Match": etag };
}
