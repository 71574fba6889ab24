import { describe, expect, it } from "vitest";
import { differences, isChanged, missingNames, type Row, type Rows, rowAt, toNames, toRows } from "./form.ts";

const stored = toRows(["a.example", "b.example", "c.example"]);
const changed = (index: number, change: Partial<Row>, rows: Rows = stored) =>
  rows.map((row, position) => (position === index ? { ...row, ...change } : row));
const added = (value: string): Row => ({ value, stored: null, isDeleted: false });

describe("the request, and whether anything changed", () => {
  it.each<[string, Rows, string[], boolean]>([
    ["nothing", stored, ["a.example", "b.example", "c.example"], false],
    ["a value", changed(1, { value: "x.example" }), ["a.example", "x.example", "c.example"], true],
    ["white space alone", changed(1, { value: "  b.example\t" }), ["a.example", "b.example", "c.example"], false],
    ["a new row", [...stored, added(" d.example ")], ["a.example", "b.example", "c.example", "d.example"], true],
    ["an empty new row", [...stored, added("")], ["a.example", "b.example", "c.example", ""], true],
    ["a deleted row", changed(1, { isDeleted: true }), ["a.example", "c.example"], true],
    ["every row, deleted", stored.map((row) => ({ ...row, isDeleted: true })), [], true],
  ])("after %s", (_, rows, names, isOther) => {
    expect(toNames(rows)).toEqual(names);
    expect(isChanged(rows)).toBe(isOther);
  });
});

describe("the errors", () => {
  it("are at rows without a name, and at no deleted one", () => {
    const blank = changed(1, { value: "", isDeleted: true }, changed(0, { value: " " }));
    expect(missingNames([...blank, added("")])).toEqual([0, 3]);
    expect(missingNames(stored)).toEqual([]);
  });

  it("follow the index in the request, without deleted rows", () => {
    const rows = [...changed(0, { isDeleted: true }), added("")];
    const paths = ["virtualHostNames.0", "virtualHostNames.2", "virtualHostNames.3", "virtualHostNames", "x.0"];
    expect(paths.map((path) => rowAt(rows, path))).toEqual([1, 3, undefined, undefined, undefined]);
  });
});

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
