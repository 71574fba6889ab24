type Known = "OUT_OF_DATE" | "RETRIEVING" | "APPLYING" | "FAILED" | "SUCCEEDED";

const KNOWN: ReadonlySet<string> = new Set<Known>(["OUT_OF_DATE", "RETRIEVING", "APPLYING", "FAILED", "SUCCEEDED"]);

/**
 * How far a node is with the configuration (specification 2, section 4, which writes some of the words in lower case).
 * A node of another version may send a word that is not known here: "other". Undefined if there is nothing to say.
 */
export function replicationStatus(sent: string | null | undefined): Known | "other" | undefined {
  const word = sent?.toUpperCase();
  if (!word || word === "NONE") return undefined;
  return KNOWN.has(word) ? (word as Known) : "other";
}
