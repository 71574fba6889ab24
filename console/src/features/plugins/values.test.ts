import { describe, expect, it } from "vitest";
import { form } from "../../test/plugins/form.ts";
import { pageOf } from "./FilterableSelect.tsx";
import { isPluginPath, labelAt } from "./paths.ts";
import { bytesIn } from "./UploadInput.tsx";
import { isSame, toConfiguration, toPluginValues, withoutParent, withParent } from "./values.ts";

const STORED = {
  fields: [
    { name: "Host", value: "hall" },
    { name: "Password", encryptedValue: "sealed" },
    { name: "Mode", value: "" },
  ],
  tables: [{ name: "Doors", rows: [{ fields: [{ name: "Number", value: "1" }], defaultRow: true }] }],
};

describe("what is entered for a plug-in", () => {
  it("begins with what is stored, and with defaults where nothing ever was", () => {
    const values = toPluginValues(form, STORED);
    expect(values.fields).toMatchObject({
      Host: { text: "hall" },
      Password: { text: "", sealed: "sealed" },
      // Stored without a value is empty, and no default.
      Mode: { text: "" },
      Level: { text: "high" },
    });
    expect(values.tables.Doors).toMatchObject([{ isDefault: true, values: { Number: { text: "1" } } }]);
  });

  it("is sent whole and in the form's order, so that findings have their positions", () => {
    const { fields, tables } = toConfiguration(form, toPluginValues(form, STORED));
    expect(fields?.map(({ name }) => name)).toEqual(form.fields.map(({ name }) => name));
    expect(fields?.[1]).toEqual({ name: "Password", encryptedValue: "sealed" });
    expect(tables).toEqual([{ name: "Doors", rows: [{ fields: [{ name: "Number", value: "1" }], defaultRow: true }] }]);
  });

  it("is the same as long as the same would be sent", () => {
    const values = toPluginValues(form, STORED);
    expect(isSame(values, toPluginValues(form, STORED), form)).toBe(true);
    expect(isSame(values, { ...values, fields: { ...values.fields, Host: { text: "barn" } } }, form)).toBe(false);
  });
});

describe("what is taken over from a parent", () => {
  it("is all that is left out or marked, and is sent with its mark and nothing else", () => {
    const values = toPluginValues(
      form,
      {
        fields: [
          { name: "Host", value: "barn" },
          { name: "Mode", inherited: true },
        ],
        tables: [],
      },
      true,
    );
    const { fields, tables } = toConfiguration(form, values);
    expect(fields?.find(({ name }) => name === "Host")).toEqual({ name: "Host", value: "barn" });
    for (const name of ["Mode", "Level", "Password"]) {
      expect(fields?.find((one) => one.name === name)).toEqual({ name, inherited: true });
    }
    expect(tables).toEqual([{ name: "Doors", inherited: true, rows: [] }]);
  });

  it("begins with what nobody entered, and ends with the form's defaults", () => {
    const blank = toPluginValues(form, undefined);
    const entered = { ...blank, fields: { ...blank.fields, Host: { text: "barn" } } };
    const child = withParent(form, entered);
    expect(child.fields.Host).toEqual({ text: "barn" });
    expect([child.fields.Level, child.fields.Mode]).toEqual([
      { text: "", inherited: true },
      { text: "", inherited: true },
    ]);
    expect([...child.inheritedTables]).toEqual(["Doors"]);
    expect(toConfiguration(form, withoutParent(form, child))).toEqual(toConfiguration(form, entered));
  });
});

describe("where findings belong", () => {
  it.each([
    ["configuration.fields.0.value", "Host"],
    ["configuration.tables.0.rows.3.fields.0.value", "Number"],
    ["configuration.fields.99.value", undefined],
    ["name", undefined],
  ])("%s is about %s", (path, label) => expect(labelAt(form, path)).toBe(label));

  it("is no field of a plug-in's where it is somewhere else", () => {
    expect(isPluginPath("configuration.fields")).toBe(false);
    expect(isPluginPath("configuration.fields.1.value")).toBe(true);
  });
});

describe("options to search", () => {
  const options = Array.from({ length: 5000 }, (_, n) => ({ name: `Store ${n}`, value: `id-${n}` }));

  it("come page by page, by name or value, in any letter case", () => {
    expect(pageOf(options, { filter: "", page: 2, numberPerPage: 50 })).toMatchObject({ totalItems: 5000 });
    expect(pageOf(options, { filter: "", page: 2, numberPerPage: 50 }).items[0]).toEqual(options[50]);
    expect(pageOf(options, { filter: "STORE 4999", page: 1, numberPerPage: 50 }).items).toEqual([options[4999]]);
    expect(pageOf(options, { filter: "id-4321", page: 1, numberPerPage: 50 }).totalItems).toBe(1);
  });
});

describe("the size of a file", () => {
  it.each([
    ["", 0],
    ["TQ==", 1],
    ["TWE=", 2],
    ["TWFu", 3],
  ])("%j is %i bytes", (text, bytes) => expect(bytesIn(text)).toBe(bytes));
});
