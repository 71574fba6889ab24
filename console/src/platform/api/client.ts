/**
 * The admin API: calls such as `admin.GET("/virtualHostNames")`, typed by the server's own OpenAPI document. Wrap each
 * call in `body` or `versioned` (transport.ts), which turn failures into ApiError.
 */
import createClient from "openapi-fetch";
import { ADMIN_API, type AdminPaths } from "./adminPaths.ts";
import { isUnavailable, isUnreachable } from "./errors.ts";
import { leaveToLogout } from "./leave.ts";
import { issueToken } from "./session.ts";
import { TokenSource } from "./token.ts";
import { send } from "./transport.ts";

const tokens = new TokenSource(issueToken, () => Date.now());

export const admin = createClient<AdminPaths>({
  baseUrl: window.location.origin + ADMIN_API,
  fetch: sendWithToken,
});

/** Drops the token after the session has timed out in the browser. */
export function forgetToken(): void {
  tokens.forget();
}

async function sendWithToken(request: Request): Promise<Response> {
  const again = request.clone(); // A body can be read only once, and the second try needs it too.
  const token = await tokenOrLeave();
  const answer = await send(authorized(request, token));
  if (answer.status !== 401) return answer;
  // The server may have dropped the token early (a restart): one fresh token, one more try.
  tokens.forget(token);
  return send(authorized(again, await tokenOrLeave()));
}

async function tokenOrLeave(): Promise<string> {
  try {
    return await tokens.get();
  } catch (error) {
    // Without its database the server cannot check the session, which may still be valid.
    if (!isUnreachable(error) && !isUnavailable(error)) leaveToLogout("unauthorized");
    throw error;
  }
}

function authorized(request: Request, token: string): Request {
  request.headers.set("Authorization", `Bearer ${token}`);
  return request;
}
