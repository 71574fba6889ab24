import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { form } from "../../test/plugins/form.ts";
import { renderInConsole } from "../../test/render.tsx";
import { PluginFields } from "./PluginFields.tsx";
import { type Configuration, type PluginValues, toConfiguration, toPluginValues } from "./values.ts";

interface Parts {
  stored?: Configuration;
  parent?: Configuration;
  editable?: boolean;
}

async function opened({ stored, parent, editable = true }: Parts = {}) {
  let values: PluginValues = toPluginValues(form, stored, parent !== undefined);
  function Fields() {
    const [entered, setEntered] = useState(values);
    values = entered;
    return (
      <PluginFields
        form={form}
        values={entered}
        {...(parent && { parent: { values: toPluginValues(form, parent) } })}
        errors={new Map([["configuration.fields.0.value", "Nobody lives there."]])}
        editable={editable}
        onChange={setEntered}
      />
    );
  }
  const view = await renderInConsole(() => <Fields />);
  const sent = (name: string) => toConfiguration(form, values).fields?.find((field) => field.name === name);
  const rows = () => toConfiguration(form, values).tables?.[0]?.rows?.map((row) => row.fields[0]?.value);
  return { user: userEvent.setup(), sent, rows, ...view };
}

const button = (name: string) => screen.getByRole("button", { name });

describe("a form made of a descriptor", () => {
  it("has what fits each type of field, and is accessible", async () => {
    const { container } = await opened();
    expect(screen.getByRole("textbox", { name: "Host" })).toBeInvalid();
    expect(screen.getByText("Nobody lives there.")).toBeVisible();
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
    expect(screen.getByRole("combobox", { name: "Mode" })).toBeVisible();
    expect(within(screen.getByRole("radiogroup", { name: "Level" })).getByLabelText("High")).toBeChecked();
    expect(screen.getByRole("checkbox", { name: "Ticked" })).not.toBeChecked();
    expect(screen.getByRole("textbox", { name: "Notes" })).toBeVisible();
    await expectAccessible(container);
  });

  it("takes what is chosen and ticked", async () => {
    const { user, sent } = await opened();
    await user.selectOptions(screen.getByRole("combobox", { name: "Mode" }), "Slow");
    await user.click(screen.getByLabelText("Low"));
    await user.click(screen.getByRole("checkbox", { name: "Ticked" }));
    expect([sent("Mode"), sent("Level"), sent("Ticked")].map((one) => one?.value)).toEqual(["slow", "low", "true"]);
  });

  it("finds one of thousands of options", async () => {
    const { user, sent } = await opened();
    await user.click(button("Store Choose an option…"));
    expect(await screen.findByText("50 of 3,000")).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: "Search Store" }), "store 2987");
    await user.click(await screen.findByRole("option", { name: /Store 2987/ }));
    expect(button("Store Store 2987")).toHaveFocus();
    expect(sent("Store")?.value).toBe("store-2987");
  });

  it("takes a file as base64, and none that is too large", async () => {
    const { user, sent, container } = await opened();
    const input = container.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;
    await user.upload(input, new File(["123456789"], "large.bin"));
    expect(await screen.findByText("large.bin is too large. The maximum size is 8 bytes.")).toBeVisible();
    expect(sent("Plan")).toEqual({ name: "Plan" });
    await user.upload(input, new File(["N door"], "plan.txt"));
    await waitFor(() => expect(sent("Plan")?.value).toBe(btoa("N door")));
    expect(await screen.findByText("6 bytes")).toBeVisible();
    await user.click(button("Clear"));
    expect(sent("Plan")).toEqual({ name: "Plan" });
  });

  it("says of a stored file how large it is", async () => {
    await opened({ stored: { fields: [{ name: "Plan", value: btoa("N door") }], tables: [] } });
    expect(screen.getByDisplayValue("A file of 6 bytes")).toBeVisible();
  });

  it("keeps a secret that is left blank", async () => {
    const { sent, user } = await opened({
      stored: { fields: [{ name: "Password", encryptedValue: "s" }], tables: [] },
    });
    expect(screen.getByText(/A value is set but not shown. Leave the field empty to keep it./)).toBeVisible();
    expect(sent("Password")).toEqual({ name: "Password", encryptedValue: "s" });
    await user.type(screen.getByLabelText("Password"), "new");
    expect(sent("Password")).toEqual({ name: "Password", value: "new" });
  });
});

describe("a table", () => {
  it("gets rows, which move and go; the focus stays with what was pressed", async () => {
    const { user, rows, container } = await opened();
    for (const number of ["1", "2", "3"]) {
      await user.click(button("Add a row to Doors"));
      const cell = screen.getByRole("textbox", { name: `Number, row ${number}` });
      await waitFor(() => expect(cell).toHaveFocus());
      await user.keyboard(number);
    }
    expect(button("Move row 1 of Doors up")).toBeDisabled();
    expect(button("Move row 3 of Doors down")).toBeDisabled();
    await user.click(button("Move row 3 of Doors up"));
    expect(rows()).toEqual(["1", "3", "2"]);
    await waitFor(() => expect(button("Move row 2 of Doors up")).toHaveFocus());
    expect(screen.getByText("Row 3 of Doors is now row 2.")).toBeInTheDocument();
    await user.click(button("Move row 2 of Doors up"));
    expect(rows()).toEqual(["3", "1", "2"]);
    await waitFor(() => expect(button("Move row 1 of Doors down")).toHaveFocus());
    await user.click(button("Remove row 2 of Doors"));
    expect(rows()).toEqual(["3", "2"]);
    expect(button("Add a row to Doors")).toHaveFocus();
    await expectAccessible(container);
  });
});

describe("what a parent has", () => {
  const parent: Configuration = {
    fields: [
      { name: "Host", value: "hall" },
      { name: "Password", encryptedValue: "sealed" },
      { name: "Mode", value: "fast" },
    ],
    tables: [{ name: "Doors", rows: [{ fields: [{ name: "Number", value: "1" }] }] }],
  };

  it("is shown where it counts, by its label, and a secret never", async () => {
    const { container } = await opened({ parent });
    for (const shown of ["hall", "hidden value", "Fast", "High", "nothing", "1 row"]) {
      expect(screen.getAllByText(`From the parent: ${shown}`)[0]).toBeVisible();
    }
    expect(screen.queryByRole("textbox", { name: "Host" })).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("can be replaced, and taken over again", async () => {
    const { user, sent, rows } = await opened({ parent });
    await user.click(button("Override Host"));
    await user.type(screen.getByRole("textbox", { name: "Host" }), "barn");
    expect(sent("Host")).toEqual({ name: "Host", value: "barn" });
    await user.click(button("Inherit Host from the parent"));
    expect(sent("Host")).toEqual({ name: "Host", inherited: true });
    await user.click(button("Override Doors"));
    await user.click(button("Add a row to Doors"));
    expect(rows()).toEqual([undefined]);
    await user.click(button("Inherit Doors from the parent"));
    expect(rows()).toEqual([]);
  });

  it("cannot be replaced by those who may only look", async () => {
    await opened({ parent, editable: false });
    expect(screen.getByText("From the parent: hall")).toBeVisible();
    expect(screen.queryByRole("button", { name: /Set|Take|Add/ })).not.toBeInTheDocument();
  });
});
