import { describe, expect, it } from "vitest";
import {
  addRow,
  changeRow,
  deleteRow,
  differences,
  isChanged,
  missingNames,
  neighborOf,
  type Rows,
  restoreRow,
  rowAt,
  toNames,
  toRows,
} from "./form.ts";

const stored = toRows(["a.example", "b.example", "c.example"]);
const [A, B, C] = ["stored-0", "stored-1", "stored-2"] as const;
const values = (rows: Rows) => rows.map((row) => row.value);

describe("the request, and whether anything changed", () => {
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

  it("removes a new row and marks a stored one as deleted", () => {
    const rows = deleteRow(deleteRow(addRow(stored, "n"), "n"), A);
    expect(values(rows)).toEqual(["a.example", "b.example", "c.example"]);
    expect(rows.map((row) => row.isDeleted)).toEqual([true, false, false]);
  });

  it("keeps the input of a row that is deleted and restored", () => {
    expect(values(restoreRow(deleteRow(changeRow(stored, A, "x.example"), A), A))[0]).toBe("x.example");
  });
});

describe("the errors", () => {
  it("are at rows without a name, and at no deleted one", () => {
    const rows = deleteRow(changeRow(changeRow(addRow(stored, "n"), A, " "), B, ""), B);
    expect(missingNames(rows)).toEqual([A, "n"]);
    expect(missingNames(stored)).toEqual([]);
  });

  it("follow the index in the request, without deleted rows", () => {
    const rows = addRow(deleteRow(stored, A), "n");
    const paths = ["virtualHostNames.0", "virtualHostNames.2", "virtualHostNames.3", "virtualHostNames", "x.0"];
    expect(paths.map((path) => rowAt(rows, path)?.key)).toEqual([B, "n", undefined, undefined, undefined]);
  });
});

it.each([
  [A, B],
  [B, C],
  [C, B],
])("the neighbor of %s is %s", (key, neighbor) => expect(neighborOf(stored, key)?.key).toBe(neighbor));

it("the only row has no neighbor", () => expect(neighborOf(toRows(["a"]), A)).toBeUndefined());

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
