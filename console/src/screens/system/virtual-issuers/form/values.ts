/** The fields of the form, from what is stored to what is sent. No React here. */
import type { Issuer, NewIssuer } from "../api.ts";

export interface Values {
  name: string;
  id: string;
  description: string;
  host: string;
  path: string;
}

export function toValues(stored: Issuer | undefined): Values {
  const { name = "", id = "", description, host = "", path } = stored ?? {};
  return { name, id, description: description ?? "", host, path: path ?? "" };
}

/** What is sent; the server makes an ID for a new issuer that has none. */
export function toIssuer({ name, id, description, host, path }: Values): NewIssuer {
  return {
    name: name.trim(),
    host: host.trim(),
    ...(id.trim() && { id: id.trim() }),
    ...(description.trim() && { description: description.trim() }),
    ...(path.trim() && { path: path.trim() }),
  };
}

/** The required fields that are blank. */
export function missing(values: Values): (keyof Values)[] {
  return (["name", "host"] as const).filter((name) => values[name].trim() === "");
}
