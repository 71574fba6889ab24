/** Rotation settings: from what is stored to what is typed, and to what is sent. No React here. */
import type { Chosen } from "../algorithms.ts";
import type { KeyPair, RotationSettings } from "../api.ts";
import { DAY_MS, isDays } from "../days.ts";

export interface RotationForm extends Chosen {
  creationBufferDays: string;
  activationBufferDays: string;
  validDays: string;
}

// What the server takes for what is left out: a quarter of the validity, and a tenth.
const CREATION_PART = 4;
const ACTIVATION_PART = 10;

/** What is stored, or for a pair without settings what suits the lifetime of its certificate. */
export function toForm(pair: KeyPair): RotationForm {
  const lifetime = Math.max(1, Math.round((Date.parse(pair.expires) - Date.parse(pair.validFrom)) / DAY_MS));
  const stored = pair.rotationSettings;
  const part = (divisor: number, least: number) => Math.max(least, Math.floor(lifetime / divisor));
  return {
    creationBufferDays: String(stored?.creationBufferDays ?? part(CREATION_PART, 2)),
    activationBufferDays: String(stored?.activationBufferDays ?? part(ACTIVATION_PART, 1)),
    validDays: String(stored?.validDays ?? lifetime),
    keyAlgorithm: stored?.keyAlgorithm ?? pair.keyAlgorithm,
    keySize: String(stored?.keySize ?? pair.keySize),
    signatureAlgorithm: stored?.signatureAlgorithm ?? pair.signatureAlgorithm,
  };
}

export function toSettings(form: RotationForm): RotationSettings {
  return {
    creationBufferDays: Number(form.creationBufferDays),
    activationBufferDays: Number(form.activationBufferDays),
    validDays: Number(form.validDays),
    keyAlgorithm: form.keyAlgorithm,
    keySize: Number(form.keySize),
    signatureAlgorithm: form.signatureAlgorithm,
  };
}

/** The moment so many days before a certificate's end; undefined for a text that is no number of days. */
export function beforeEnd(
  { expires }: Pick<KeyPair, "expires">,
  days: string | number | null | undefined,
): string | undefined {
  if (!isDays(String(days ?? ""))) return undefined;
  return new Date(Date.parse(expires) - Number(days) * DAY_MS).toISOString();
}
