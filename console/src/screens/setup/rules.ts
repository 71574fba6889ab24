/** What the wizard checks by itself before the server does: pure questions about what a person typed. */

const LONGEST_URL = 2048;
const URL_START = /^https?:\/\/[^/\\]/i;

export type BaseUrlProblem = "baseUrlMalformed" | "baseUrlWithQuery" | "baseUrlWithFragment" | "baseUrlWithUser";

/**
 * What keeps a text from being a base URL; undefined if it is one. Besides the scheme the server refuses a query, a
 * fragment and credentials, and would say so only in the middle of Finish.
 */
export function baseUrlProblem(text: string): BaseUrlProblem | undefined {
  // The URL parser forgives much that the server does not: "https:host", white space, backslashes.
  const isWritten = text.length <= LONGEST_URL && URL_START.test(text) && !/[\s\\\p{Cc}]/u.test(text);
  const url = isWritten ? URL.parse(text) : null;
  if (url === null || url.port === "0") return "baseUrlMalformed";
  if (url.username !== "" || url.password !== "") return "baseUrlWithUser";
  // The parser drops a query and a fragment that are empty, and the server does not. A "?" may be part of a fragment.
  const [beforeFragment = "", fragment] = text.split(/#(.*)/s);
  if (beforeFragment.includes("?")) return "baseUrlWithQuery";
  return fragment === undefined ? undefined : "baseUrlWithFragment";
}

/**
 * The paragraphs of a text whose lines were broken by its author: a line goes on where the one before ended, unless it
 * begins an item of a list. So the text fills a wide window and fits a phone.
 */
export function paragraphsOf(text: string): string[] {
  const blocks = text.replaceAll("\r", "").split(/\n\s*\n/);
  return blocks.map((block) => block.trim().replace(/\n(?!\s*[-•*] )\s*/g, " ")).filter((block) => block !== "");
}

/** The user names that the server takes; others would fail in the middle of Finish. */
export function isUsername(text: string): boolean {
  return text.length <= 128 && /^[A-Za-z0-9][A-Za-z0-9._@+~-]*$/.test(text);
}
