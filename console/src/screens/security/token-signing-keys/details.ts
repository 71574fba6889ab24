/** Name, ID and description of a key set, as the popup asks for them. No React here. */
import { type Message, message } from "../../../messages.ts";

export interface Details {
  id: string;
  name: string;
  description: string;
}

/** What is wrong, by field: a message of ours, or the server's words. */
export type DetailErrors = Partial<Record<"id" | "name" | "description", Message | string>>;

const MAXIMUM_ID_LENGTH = 33;
const ID_CHARACTERS = /^[A-Za-z0-9._-]*$/;
const GENERATED_LENGTH = 26;
const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An ID of 26 random letters and digits: about 155 bits, so that no two are ever the same. */
export function generatedId(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
): string {
  let id = "";
  while (id.length < GENERATED_LENGTH) {
    const bytes = new Uint8Array(GENERATED_LENGTH);
    fill(bytes);
    // Bytes past the last whole multiple would make the first characters of the alphabet likelier than the others.
    const fair = [...bytes].filter((byte) => byte < 256 - (256 % ALPHANUMERIC.length));
    id += fair.map((byte) => ALPHANUMERIC.charAt(byte % ALPHANUMERIC.length)).join("");
  }
  return id.slice(0, GENERATED_LENGTH);
}

/** What can be told without the server. */
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

/** Names as the server compares them: without regard to case and to the ways of writing a character. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase().normalize("NFKC");
}
