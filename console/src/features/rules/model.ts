/** The rows of the Rules dialog: converted from and to the frame's rules, and validated. No React here. */
import { CONDITIONS, type Condition, EXPRESSION, type Rule, type Source } from "../frame/messages.ts";

export type SourceType = Source["type"] | typeof EXPRESSION;

/** A rule while it is edited: all fields may still be empty. */
export interface Row {
  /** Identifies the row wherever it is moved. */
  key: number;
  type: SourceType | "";
  id: string;
  attribute: string;
  condition: Condition | "";
  value: string;
  expression: string;
  result: string;
}

export type Field = "source" | "attribute" | "condition" | "value" | "expression" | "result";

/** The kind of error of a field; the dialog has the text. */
export type Flaw = "required" | "resultInvalid" | "resultNotUnique" | "expressionInvalid";

export type Problem =
  | { kind: "missing"; number: number }
  | { kind: "reserved" }
  | { kind: "duplicate"; value: string }
  | { kind: "expression"; number: number; reason: string };

export interface Findings {
  /** By the keys of `keyOf`. */
  fields: ReadonlyMap<string, Flaw>;
  /** Errors of the whole dialog, in the order of the rules. */
  problems: readonly Problem[];
}

export const NO_FINDINGS: Findings = { fields: new Map(), problems: [] };

/** Results that policies reserve for their own branches (specification 3, section 5.1). */
const RESERVED = new Set(["fail", "success", "action"]);

export function emptyRow(key: number): Row {
  return { key, type: "", id: "", attribute: "", condition: "", value: "", expression: "", result: "" };
}

export function toRow(rule: Rule, key: number): Row {
  const row = { ...emptyRow(key), type: rule.authenticationSourceType, result: rule.result };
  if (rule.authenticationSourceType === EXPRESSION) return { ...row, expression: rule.expression };
  const { authenticationSourceId: id, attribute, condition, expectedValue: value } = rule;
  return { ...row, id, attribute, condition, value };
}

/** The rule of a complete row. */
export function toRule({ type, id, attribute, condition, value, expression, result: sent }: Row): Rule {
  const result = sent.trim();
  if (type === EXPRESSION) return { authenticationSourceType: type, expression, result };
  if (type === "" || condition === "") throw new Error("A rule is incomplete.");
  return {
    authenticationSourceType: type,
    authenticationSourceId: id,
    attribute,
    condition,
    expectedValue: value,
    result,
  };
}

/** Another source has other attributes, so the dependent fields are cleared. */
export function withSource(row: Row, type: SourceType | "", id: string): Row {
  return { ...row, type, id, attribute: "", condition: "", value: "", expression: "" };
}

export function moved(rows: readonly Row[], key: number, place: number): readonly Row[] {
  const row = rows.find((one) => one.key === key);
  if (!row) return rows;
  return rows.filter((one) => one !== row).toSpliced(place, 0, row);
}

export const sourceKey = (type: string, id: string) => (type === "" ? "" : `${type} ${id}`);

export const keyOf = (row: Row, field: Field) => `${row.key}.${field}`;

export function sourceOf(row: Row, sources: readonly Source[]): Source | undefined {
  return sources.find(({ type, id }) => type === row.type && id === row.id);
}

/** The checks that need no server (specification 3, section 5.1). */
export function check(rows: readonly Row[], sources: readonly Source[]): Findings {
  const fields = new Map<string, Flaw>();
  const problems: Problem[] = [];
  rows.forEach((row, index) => {
    const missing = missingIn(row, sources);
    for (const field of missing) fields.set(keyOf(row, field), "required");
    if (missing.length > 0) problems.push({ kind: "missing", number: index + 1 });
  });
  const reserved = rows.filter(({ result }) => RESERVED.has(result.trim().toLowerCase()));
  for (const row of reserved) fields.set(keyOf(row, "result"), "resultInvalid");
  if (reserved.length > 0) problems.push({ kind: "reserved" });
  for (const [value, same] of byResult(rows)) {
    if (same.length < 2) continue;
    problems.push({ kind: "duplicate", value });
    for (const row of same) fields.set(keyOf(row, "result"), fields.get(keyOf(row, "result")) ?? "resultNotUnique");
  }
  return { fields, problems };
}

/** Adds the server's findings about expressions, by the key of their rows. */
export function withReasons(
  { fields, problems }: Findings,
  rows: readonly Row[],
  reasons: ReadonlyMap<number, string>,
): Findings {
  const all = new Map(fields);
  const more: Problem[] = [];
  rows.forEach((row, index) => {
    const reason = reasons.get(row.key);
    if (reason === undefined) return;
    all.set(keyOf(row, "expression"), "expressionInvalid");
    more.push({ kind: "expression", number: index + 1, reason });
  });
  return { fields: all, problems: [...problems, ...more] };
}

function missingIn(row: Row, sources: readonly Source[]): Field[] {
  const missing: Field[] = [];
  if (row.type === EXPRESSION) {
    if (row.expression.trim() === "") missing.push("expression");
  } else {
    const source = sourceOf(row, sources);
    // The source or attribute of a rule may have been removed from the contract; it then has to be chosen again.
    if (!source) missing.push("source");
    if (!source?.attributes.includes(row.attribute)) missing.push("attribute");
    if (!CONDITIONS.some((one) => one === row.condition)) missing.push("condition");
    if (row.value === "") missing.push("value");
  }
  if (row.result.trim() === "") missing.push("result");
  return missing;
}

function byResult(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const value = row.result.trim();
    if (value !== "") found.set(value, [...(found.get(value) ?? []), row]);
  }
  return found;
}
