/** Name, ID and description of a key set, as entered in the popup. No React here. */
import { type Message, message } from "../../../messages.ts";

export interface Details {
  id: string;
  name: string;
  description: string;
}

/** The errors by field: a message of the console or of the server. */
export type DetailErrors = Partial<Record<"id" | "name" | "description", Message | string>>;

const MAXIMUM_ID_LENGTH = 33;
const ID_CHARACTERS = /^[A-Za-z0-9._-]*$/;
const GENERATED_LENGTH = 26;
const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A random ID of 26 letters and digits: about 155 bits, so that all are different. */
export function generatedId(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
): string {
  let id = "";
  while (id.length < GENERATED_LENGTH) {
    const bytes = new Uint8Array(GENERATED_LENGTH);
    fill(bytes);
    // Bytes past the last whole multiple would make the first characters of the alphabet more likely.
    const fair = [...bytes].filter((byte) => byte < 256 - (256 % ALPHANUMERIC.length));
    id += fair.map((byte) => ALPHANUMERIC.charAt(byte % ALPHANUMERIC.length)).join("");
  }
  return id.slice(0, GENERATED_LENGTH);
}

/** The checks that need no server. */
export function wrongDetails({ id, name }: Details): DetailErrors {
  const wrongId = wrongIdOf(id);
  return {
    ...(name.trim() === "" && { name: message("tokenSigningKeys.nameRequired") }),
    ...(wrongId && { id: wrongId }),
  };
}

function wrongIdOf(id: string): Message | undefined {
  if (id === "") return message("tokenSigningKeys.idRequired");
  if (!ID_CHARACTERS.test(id)) return message("tokenSigningKeys.idCharacters");
  if (id === "." || id === "..") return message("tokenSigningKeys.idDots");
  return id.length > MAXIMUM_ID_LENGTH ? message("tokenSigningKeys.idLong") : undefined;
}

/** Names as the server compares them: without regard to case and to Unicode variants of a character. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase().normalize("NFKC");
}
