/** The server's own keys while they are edited. No React here. */
import { type Keys, normal, signsWithRsa, tableField, unnamedKeys } from "../../../features/keys/model.ts";
import type { Settings } from "./api.ts";

export interface Draft {
  enabled: boolean;
  keys: Keys;
}

export function toDraft(stored: Settings | undefined): Draft {
  const { staticJwksEnabled, ...keys } = stored ?? { staticJwksEnabled: false };
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

/** The field at which the tables show a finding about what was sent. */
export function fieldOf(path: string, sent: Settings): string | undefined {
  return path === "staticJwksEnabled" ? undefined : tableField(path, sent);
}
