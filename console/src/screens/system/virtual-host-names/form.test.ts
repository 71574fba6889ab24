import { describe, expect, it } from "vitest";
import {
  addRow,
  changeRow,
  checkRequired,
  deleteRow,
  differences,
  isChanged,
  isKnownWrong,
  isRowPath,
  neighbourOf,
  type Rows,
  restoreRow,
  toNames,
  toRows,
  withServerErrors,
  wrongRows,
} from "./form.ts";

const stored = toRows(["a.example", "b.example", "c.example"]);
const [A, B, C] = ["stored-0", "stored-1", "stored-2"] as const;
const values = (rows: Rows) => rows.map((row) => row.value);
const errors = (rows: Rows) => rows.map((row) => row.error);

describe("what is sent, and whether anything was changed", () => {
  it.each<[string, (rows: Rows) => Rows, string[], boolean]>([
    ["nothing", (rows) => rows, ["a.example", "b.example", "c.example"], false],
    ["a value", (rows) => changeRow(rows, B, "x.example"), ["a.example", "x.example", "c.example"], true],
    [
      "a value and back",
      (rows) => changeRow(changeRow(rows, B, "x"), B, "b.example"),
      ["a.example", "b.example", "c.example"],
      false,
    ],
    [
      "white space alone",
      (rows) => changeRow(rows, B, "  b.example\t"),
      ["a.example", "b.example", "c.example"],
      false,
    ],
    [
      "a new row",
      (rows) => changeRow(addRow(rows, "n"), "n", " d.example "),
      ["a.example", "b.example", "c.example", "d.example"],
      true,
    ],
    ["an empty new row", (rows) => addRow(rows, "n"), ["a.example", "b.example", "c.example", ""], true],
    ["a new row, deleted", (rows) => deleteRow(addRow(rows, "n"), "n"), ["a.example", "b.example", "c.example"], false],
    ["a stored row, deleted", (rows) => deleteRow(rows, B), ["a.example", "c.example"], true],
    [
      "a stored row, deleted and back",
      (rows) => restoreRow(deleteRow(rows, B), B),
      ["a.example", "b.example", "c.example"],
      false,
    ],
    ["every row, deleted", (rows) => [A, B, C].reduce(deleteRow, rows), [], true],
  ])("after %s", (_, change, names, changed) => {
    const rows = change(stored);
    expect(toNames(rows)).toEqual(names);
    expect(isChanged(rows)).toBe(changed);
  });

  it("removes a new row outright and only marks a stored one", () => {
    const rows = deleteRow(deleteRow(addRow(stored, "n"), "n"), A);
    expect(values(rows)).toEqual(["a.example", "b.example", "c.example"]);
    expect(rows.map((row) => row.isDeleted)).toEqual([true, false, false]);
  });

  it("keeps what was typed into a row that is deleted and restored", () => {
    expect(values(restoreRow(deleteRow(changeRow(stored, A, "x.example"), A), A))[0]).toBe("x.example");
  });
});

describe("what is wrong", () => {
  it("marks the rows without a name, and no deleted one", () => {
    const rows = deleteRow(changeRow(changeRow(addRow(stored, "n"), A, " "), B, ""), B);
    expect(isKnownWrong(rows)).toBe(false);
    const checked = checkRequired(rows, "Needed.");
    expect(errors(checked)).toEqual(["Needed.", undefined, undefined, "Needed."]);
    expect(isKnownWrong(checked)).toBe(true);
    expect(wrongRows(checked).map((row) => row.key)).toEqual([A, "n"]);
  });

  it("returns the same rows when no name is missing", () => expect(checkRequired(stored, "Needed.")).toBe(stored));

  it("forgets an error with the value that had it, and with the row", () => {
    const checked = checkRequired(changeRow(changeRow(stored, A, ""), B, ""), "Needed.");
    expect(errors(deleteRow(changeRow(checked, A, "x"), B))).toEqual([undefined, undefined, undefined]);
  });

  it("brings the server's findings to the rows that were sent, past the deleted ones", () => {
    const rows = addRow(deleteRow(stored, A), "n");
    const found = new Map([
      ["virtualHostNames.0", "First."],
      ["virtualHostNames.2", "Third."],
    ]);
    expect(errors(withServerErrors(rows, found))).toEqual([undefined, "First.", undefined, "Third."]);
    expect(
      ["virtualHostNames.2", "virtualHostNames.3", "virtualHostNames", "x.0"].map((path) => isRowPath(rows, path)),
    ).toEqual([true, false, false, false]);
  });

  it("does not let a finding of the server keep Save from being used: another row's change may mend it", () => {
    expect(isKnownWrong(withServerErrors(stored, new Map([["virtualHostNames.1", "Twice."]])))).toBe(false);
  });

  it("drops findings of an earlier save", () => {
    const marked = withServerErrors(stored, new Map([["virtualHostNames.1", "Twice."]]));
    expect(errors(withServerErrors(marked, new Map()))).toEqual([undefined, undefined, undefined]);
  });
});

it.each([
  [A, B],
  [B, C],
  [C, B],
])("the neighbour of %s is %s", (key, neighbour) => expect(neighbourOf(stored, key)?.key).toBe(neighbour));

it("the only row has no neighbour", () => expect(neighbourOf(toRows(["a"]), A)).toBeUndefined());

it.each([
  [["a", "b"], ["b", "c"], ["a"], ["c"]],
  [
    ["a", "b"],
    ["b", "a"],
    ["a", "b"],
    ["b", "a"],
  ],
  [["a"], [], ["a"], []],
])("%j against %j differ in %j and %j", (mine, theirs, onlyMine, onlyTheirs) =>
  expect(differences(mine, theirs)).toEqual({ mine: onlyMine, theirs: onlyTheirs }),
);
