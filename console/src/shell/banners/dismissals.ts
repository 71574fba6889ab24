/**
 * The dismissed banners, in a session cookie that all tabs share and the log-in screen removes: a dismissal lasts as
 * long as the session (specification 2, section 2).
 */

// With this prefix, browsers accept the cookie only from this host (RFC 6265bis, section 4.1.3.2).
const COOKIE = "__Host-hanse-dismissed";
const SEPARATOR = ".";

export function dismissals(cookies = document.cookie): ReadonlySet<string> {
  const found = cookies.split(";").find((cookie) => cookie.trim().startsWith(`${COOKIE}=`));
  const value = found?.split("=", 2)[1] ?? "";
  return new Set(value.split(SEPARATOR).filter(Boolean));
}

export function dismiss(id: string): void {
  keep([...new Set(dismissals()).add(id)].join(SEPARATOR), "");
}

export function forgetDismissals(): void {
  keep("", " Max-Age=0;");
}

function keep(value: string, lifetime: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support.
  document.cookie = `${COOKIE}=${value};${lifetime} Path=/; Secure; SameSite=Strict`;
}
