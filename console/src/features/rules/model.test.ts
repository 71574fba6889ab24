import { describe, expect, it } from "vitest";
import { basicRule, expressionRule } from "../../test/rules.ts";
import type { Source } from "../frame/messages.ts";
import { check, emptyRow, moved, type Row, toRow, toRule, withReasons, withSource } from "./model.ts";

const form: Source = { type: "ADAPTER", id: "form", name: "HTML form", attributes: ["username", "mail"] };
const sources: Source[] = [form, { type: "CONTEXT", id: "", name: "Context", attributes: ["ClientIp"] }];
const basic = basicRule;
const expression = expressionRule("true");

const rowsOf = (...rules: Partial<Row>[]) => rules.map((one, key) => ({ ...toRow(basic, key), ...one }));

describe("rows", () => {
  it("become the rules from which they were made", () => {
    expect([basic, expression].map(toRow).map(toRule)).toEqual([basic, expression]);
  });

  it("lose values that depend on a changed source, and keep the result", () => {
    const row = { ...toRow(basic, 0), expression: "x" };
    expect(withSource(row, "CONTEXT", "")).toEqual({ ...emptyRow(0), type: "CONTEXT", id: "", result: "Joe" });
  });

  it.each([
    [0, 2, [1, 2, 0]],
    [2, 0, [2, 0, 1]],
    [1, 1, [0, 1, 2]],
    [9, 0, [0, 1, 2]],
  ])("move: %i to place %i", (key, place, order) => {
    expect(moved(rowsOf({}, {}, {}), key, place).map((row) => row.key)).toEqual(order);
  });
});

describe("a basic row", () => {
  it.each([
    [{ type: "", id: "" }, ["0.source", "0.attribute"]],
    [{ id: "gone" }, ["0.source", "0.attribute"]],
    [{ attribute: "" }, ["0.attribute"]],
    [{ attribute: "ClientIp" }, ["0.attribute"]],
    [{ condition: "" }, ["0.condition"]],
    [{ value: "" }, ["0.value"]],
    [{ result: " " }, ["0.result"]],
  ] as [Partial<Row>, string[]][])("requires each field: %j", (changed, fields) => {
    const found = check(rowsOf(changed), sources);
    expect([...found.fields]).toEqual(fields.map((field) => [field, "required"]));
    expect(found.problems).toEqual([{ kind: "missing", number: 1 }]);
  });

  it("is otherwise valid, even if its value is only blanks", () => {
    expect(check(rowsOf({ value: " " }), sources)).toEqual({ fields: new Map(), problems: [] });
  });
});

describe("an expression row", () => {
  it("requires expression and result, and no other field", () => {
    const row = { ...toRow(expression, 4), expression: "\n", result: "" };
    const found = check([...rowsOf({}), row], sources);
    expect([...found.fields.keys()]).toEqual(["4.expression", "4.result"]);
    expect(found.problems).toEqual([{ kind: "missing", number: 2 }]);
  });

  it("shows the server's errors at its current position", () => {
    const rows = [...rowsOf({}), toRow(expression, 4)];
    const found = withReasons(check(rows, sources), rows, new Map([[4, "no such name"]]));
    expect([...found.fields]).toEqual([["4.expression", "expressionInvalid"]]);
    expect(found.problems).toEqual([{ kind: "expression", number: 2, reason: "no such name" }]);
  });
});

describe("results", () => {
  it.each(["fail", "FAIL", "Success", "aCtIoN", " action "])("may not be %j", (result) => {
    const found = check(rowsOf({ result }), sources);
    expect([...found.fields]).toEqual([["0.result", "resultInvalid"]]);
    expect(found.problems).toEqual([{ kind: "reserved" }]);
  });

  it("may contain a reserved word", () => {
    expect(check(rowsOf({ result: "failure" }), sources).problems).toEqual([]);
  });

  it("are unique across rows of both kinds; each repeated one is named once", () => {
    const rows = [
      ...rowsOf({ result: "A" }, { result: "B" }, { result: " A" }),
      { ...toRow(expression, 3), result: "A" },
    ];
    const found = check(rows, sources);
    expect(found.problems).toEqual([{ kind: "duplicate", value: "A" }]);
    expect([...found.fields.keys()]).toEqual(["0.result", "2.result", "3.result"]);
  });

  it("that are missing are not duplicates", () => {
    expect(check(rowsOf({ result: "" }, { result: "" }), sources).problems).toEqual([
      { kind: "missing", number: 1 },
      { kind: "missing", number: 2 },
    ]);
  });
});
