/** The server's own keys while they are edited. No React here. */
import type { ApiError } from "../../../api/errors.ts";
import { type Keys, normal, signsWithRsa, tableField, unnamedKeys } from "../../../forms/keys/model.ts";
import { sortErrors } from "../../../forms/serverErrors.ts";
import type { Settings } from "./api.ts";

export interface Draft {
  enabled: boolean;
  keys: Keys;
}

export function toDraft({ staticJwksEnabled, ...keys }: Settings): Draft {
  return { enabled: staticJwksEnabled, keys };
}

export function toSettings({ enabled, keys }: Draft): Settings {
  return { staticJwksEnabled: enabled, ...normal(keys) };
}

export function isChanged(draft: Draft, base: Draft): boolean {
  return JSON.stringify(toSettings(draft)) !== JSON.stringify(toSettings(base));
}

/** The fields that lack a key ID, of both uses. */
export function unnamedIn(draft: Draft, base: Draft): string[] {
  return [...unnamedKeys(draft.keys, base.keys), ...unnamedKeys(draft.keys, base.keys, "Decryption")];
}

/** Why this cannot be saved. While static keys are off, what is chosen for later may be incomplete. */
export function missingIn({ enabled, keys }: Draft): "needsRsa" | undefined {
  return enabled && !signsWithRsa(keys) ? "needsRsa" : undefined;
}

/** The server's findings, those of a field at the place where the table shows it. */
export function findingsOf(error: ApiError, sent: Settings) {
  const isOfKeys = (path: string) => path !== "staticJwksEnabled" && tableField(path, sent) !== undefined;
  const { fields, rest } = sortErrors(error, isOfKeys);
  return { keys: new Map([...fields].map(([path, message]) => [tableField(path, sent) ?? path, message])), rest };
}
