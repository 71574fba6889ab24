/** The content of a gateway credential of the cloud service, as far as a browser can read it. */

/**
 * The organization that a credential names: the claim `organizationName` of its second part, which is JSON in base64url
 * (RFC 7519, section 3). Undefined if absent. The signature is not verified here; the server does that.
 */
export function organizationOf(credential: string): string | undefined {
  const part = credential.trim().split(".")[1];
  if (!part || !/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const name =
      typeof claims === "object" && claims !== null && "organizationName" in claims && claims.organizationName;
    return typeof name === "string" && name.trim() !== "" ? name : undefined;
  } catch {
    return undefined;
  }
}
