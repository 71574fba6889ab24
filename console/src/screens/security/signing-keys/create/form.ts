/** The form of a new key pair: from what is typed to what is sent. No React here. */
import type { Chosen } from "../algorithms.ts";
import type { NewKeyPair } from "../api.ts";
import { DAY_MS, isDays } from "../days.ts";

export interface NewKeyForm extends Chosen {
  commonName: string;
  /** One to a line. */
  alternativeNames: string;
  organization: string;
  organizationUnit: string;
  city: string;
  state: string;
  country: string;
  validDays: string;
  id: string;
}

const USUAL_DAYS = "365";

export function emptyForm(algorithms: Chosen): NewKeyForm {
  return {
    commonName: "",
    alternativeNames: "",
    organization: "",
    organizationUnit: "",
    city: "",
    state: "",
    country: "",
    validDays: USUAL_DAYS,
    id: "",
    ...algorithms,
  };
}

/** The names in a text that was typed or pasted: one to a line, or with commas between them. */
export function namesIn(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((name) => name.trim())
    .filter(Boolean);
}

export function toNewKeyPair(form: NewKeyForm): NewKeyPair {
  const names = namesIn(form.alternativeNames);
  return {
    commonName: form.commonName.trim(),
    subjectAlternativeNames: names.length > 0 ? names : null,
    organization: form.organization.trim(),
    organizationUnit: form.organizationUnit.trim() || null,
    city: form.city.trim() || null,
    state: form.state.trim() || null,
    country: form.country.trim(),
    validDays: Number(form.validDays),
    keyAlgorithm: form.keyAlgorithm,
    keySize: Number(form.keySize),
    signatureAlgorithm: form.signatureAlgorithm,
    id: form.id.trim() || null,
  };
}

/** When a certificate made now would end; undefined as long as the days are none. */
export function endAfter(validDays: string, now: number): string | undefined {
  return isDays(validDays) ? new Date(now + Number(validDays) * DAY_MS).toISOString() : undefined;
}

/**
 * The field of the form that a finding of the server belongs to, and how it is told there: names are one field, so
 * that the message says which of them it is.
 */
export function fieldOf(path: string, sent: NewKeyForm): { name: keyof NewKeyForm; prefix: string } | undefined {
  const [head = "", index] = path.split(".");
  if (head === "subjectAlternativeNames") {
    const name = index === undefined ? undefined : namesIn(sent.alternativeNames)[Number(index)];
    return { name: "alternativeNames", prefix: name ? `${name}: ` : "" };
  }
  return head in sent ? { name: head as keyof NewKeyForm, prefix: "" } : undefined;
}
