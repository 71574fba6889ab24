import { useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { Message } from "../../messages.ts";
import { admin } from "../../platform/api/client.ts";
import { ApiError } from "../../platform/api/errors.ts";
import { body } from "../../platform/api/transport.ts";
import { useNoteUnsaved } from "../../platform/forms/unsaved.ts";
import { EXPRESSION, type Rule, type ShowRules } from "../frame/messages.ts";
import { check, emptyRow, type Findings, moved, NO_FINDINGS, type Row, toRow, toRule, withReasons } from "./model.ts";

export interface Submission {
  rules: Rule[];
  defaultSuccess: boolean;
}

/** The rules of one node while they are edited. `checksExpressions` is true for those who may call the check. */
export function useRules(
  { node, sources }: ShowRules,
  checksExpressions: boolean,
  onDone: (rules: Submission) => void,
) {
  const intl = useIntl();
  const [rows, setRows] = useState<readonly Row[]>(() => node.rules.map(toRow));
  const [stored] = useState(rows);
  const [defaultSuccess, setDefaultSuccess] = useState(node.defaultSuccess);
  useNoteUnsaved(rows !== stored || defaultSuccess !== node.defaultSuccess);
  const [findings, setFindings] = useState(NO_FINDINGS);
  const [checking, setChecking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [announcement, setAnnouncement] = useState("");
  const nextKey = useRef(node.rules.length);
  // Expressions that the server has already checked are not sent again.
  const reasons = useMemo(() => new Map<string, string | undefined>(), []);

  const announce = (message: Message, number: number, count = rows.length) =>
    setAnnouncement(intl.formatMessage(message, { number, count }));

  function add(after?: number): number {
    const key = nextKey.current++;
    const place = after === undefined ? rows.length : rows.findIndex((row) => row.key === after) + 1;
    setRows(rows.toSpliced(place, 0, emptyRow(key)));
    // Result messages name rules by number, and the rules behind the new one have new numbers.
    if (place < rows.length) setFindings({ ...findings, problems: [] });
    announce({ id: "rules.announcedAdded" }, place + 1);
    return key;
  }

  function remove(key: number) {
    const left = rows.filter((row) => row.key !== key);
    setRows(left);
    if (left.length === 0) setDefaultSuccess(true);
    setFindings({ ...findings, problems: [] });
    announce({ id: "rules.announcedDeleted" }, rows.findIndex((row) => row.key === key) + 1);
  }

  function move(key: number, place: number) {
    setRows(moved(rows, key, place));
    // The numbers now belong to other rules.
    setFindings({ ...findings, problems: [] });
    announce({ id: "rules.announcedMoved" }, place + 1);
  }

  /** Restores the order before the rules were moved. */
  function restore(before: readonly Row[]) {
    setRows(before);
  }

  function change(row: Row) {
    setRows(rows.map((one) => (one.key === row.key ? row : one)));
    const fields = new Map([...findings.fields].filter(([key]) => !key.startsWith(`${row.key}.`)));
    setFindings({ ...findings, fields });
  }

  async function withServerReasons(found: Findings): Promise<Findings> {
    if (!checksExpressions) return found;
    const unchecked = rows.filter(({ type, expression }) => type === EXPRESSION && expression.trim() !== "");
    const against = new Map<number, string>();
    for (const { key, expression } of unchecked) {
      if (!reasons.has(expression)) reasons.set(expression, await reasonAgainst(expression));
      const reason = reasons.get(expression);
      if (reason !== undefined) against.set(key, reason);
    }
    return withReasons(found, rows, against);
  }

  async function done() {
    if (checking) return;
    setChecking(true);
    setFailure(undefined);
    try {
      const found = await withServerReasons(check(rows, sources));
      setFindings(found);
      if (found.problems.length === 0) onDone({ rules: rows.map(toRule), defaultSuccess });
    } catch (error) {
      setFailure(error);
    } finally {
      setChecking(false);
    }
  }

  return {
    rows,
    defaultSuccess,
    setDefaultSuccess,
    findings,
    failure,
    checking,
    announcement,
    announce,
    add,
    remove,
    move,
    restore,
    change,
    done: () => void done(),
  };
}

export type Rules = ReturnType<typeof useRules>;

const INVALID = 422;

/** The error of an expression; undefined if there is none. Rejects if the server cannot check it. */
async function reasonAgainst(expression: string): Promise<string | undefined> {
  try {
    await body(admin.POST("/internal/expressions/validate", { body: { expression, substitutionValues: {} } }));
    return undefined;
  } catch (error) {
    return refusal(error);
  }
}

export type Outcome = { result: string } | { error: string };

/** The result of an expression with these values. Rejects if the server cannot evaluate it. */
export async function tryExpression(expression: string, substitutionValues: Record<string, string>): Promise<Outcome> {
  try {
    const answer = await body(admin.POST("/internal/expressions/test", { body: { expression, substitutionValues } }));
    return { result: answer.item };
  } catch (error) {
    return { error: refusal(error) };
  }
}

/** The text is in `items[0].message` or `item` of the answer, and in its message. */
function refusal(error: unknown): string {
  if (error instanceof ApiError && error.status === INVALID) return error.message;
  throw error;
}
