import { Button, Radio } from "@patternfly/react-core";
import ArrowDownIcon from "@patternfly/react-icons/dist/esm/icons/arrow-down-icon";
import ArrowUpIcon from "@patternfly/react-icons/dist/esm/icons/arrow-up-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import { useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../platform/ui/table/Table.tsx";
import { PluginField } from "./PluginField.tsx";
import { emptyRow, type Row, type TableDescriptor } from "./values.ts";

interface PluginTableProps {
  id: string;
  descriptor: TableDescriptor;
  rows: readonly Row[];
  /** By row and column: `2.Member`. */
  errors: ReadonlyMap<string, string>;
  editable: boolean;
  /** Where there is a parent: whether its rows count, and how many it has. */
  inherited?: { isInherited: boolean; rows: number; onInherit: (inherited: boolean) => void } | undefined;
  onChange: (rows: readonly Row[]) => void;
}

/** A table of a plug-in. Rows are added at the end, and the focus goes with them. */
export function PluginTable({ id, descriptor, rows, errors, editable, inherited, onChange }: PluginTableProps) {
  const intl = useIntl();
  const added = useRef(0);
  const [told, setTold] = useState("");
  const { label, description, columns, requireDefaultRow } = descriptor;

  function add() {
    added.current += 1;
    onChange([...rows, emptyRow(descriptor, `new-${added.current}`)]);
    const first = `${id}-${rows.length}-${columns[0]?.name}`;
    requestAnimationFrame(() => document.getElementById(first)?.focus());
  }

  function remove(index: number) {
    onChange(rows.filter((_, at) => at !== index));
    document.getElementById(`${id}-add`)?.focus();
  }

  function move(index: number, to: number) {
    const moved = [...rows];
    moved.splice(to, 0, ...moved.splice(index, 1));
    onChange(moved);
    setTold(intl.formatMessage({ id: "plugin.moved" }, { from: index + 1, to: to + 1, table: label }));
    // The button that was pressed goes with its row; at the end of the table it can do no more.
    const direction = to < index ? (to === 0 ? "down" : "up") : to === rows.length - 1 ? "up" : "down";
    requestAnimationFrame(() => document.getElementById(`${id}-${to}-${direction}`)?.focus());
  }

  function change(index: number, name: string, entered: string) {
    onChange(
      rows.map((row, at) =>
        at === index ? { ...row, values: { ...row.values, [name]: { ...row.values[name], text: entered } } } : row,
      ),
    );
  }

  return (
    <section className="hanse-plugin__table" aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`}>{label}</h2>
      <p className="hanse-form__help">{description}</p>
      {inherited?.isInherited && (
        <p>
          <FormattedMessage id="plugin.tableInherited" values={{ count: inherited.rows }} />
        </p>
      )}
      {!inherited?.isInherited && rows.length > 0 && (
        <Table aria-labelledby={`${id}-label`}>
          <Thead>
            <Tr>
              {columns.map((column) => (
                <Th key={column.name}>{column.label}</Th>
              ))}
              {requireDefaultRow && (
                <Th>
                  <FormattedMessage id="plugin.isDefault" />
                </Th>
              )}
              {editable && <Th screenReaderText={intl.formatMessage({ id: "plugin.actions" })} />}
            </Tr>
          </Thead>
          <Tbody>
            {rows.map((row, index) => (
              <Tr key={row.key}>
                {columns.map((column) => (
                  <Td key={column.name} dataLabel={column.label}>
                    <PluginField
                      id={`${id}-${index}-${column.name}`}
                      descriptor={column}
                      value={row.values[column.name] ?? { text: "" }}
                      error={errors.get(`${index}.${column.name}`)}
                      label={intl.formatMessage({ id: "plugin.cell" }, { column: column.label, number: index + 1 })}
                      onChange={(entered) => change(index, column.name, entered)}
                    />
                  </Td>
                ))}
                {requireDefaultRow && (
                  <Td dataLabel={intl.formatMessage({ id: "plugin.isDefault" })}>
                    <Radio
                      id={`${id}-${index}-default`}
                      name={`${id}-default`}
                      aria-label={intl.formatMessage(
                        { id: "plugin.cell" },
                        {
                          column: intl.formatMessage({ id: "plugin.isDefault" }),
                          number: index + 1,
                        },
                      )}
                      isChecked={row.isDefault}
                      onChange={() => onChange(rows.map((each, at) => ({ ...each, isDefault: at === index })))}
                    />
                  </Td>
                )}
                {editable && (
                  <Td className="hanse-plugin__row">
                    <Button
                      id={`${id}-${index}-up`}
                      variant="plain"
                      icon={<ArrowUpIcon />}
                      isDisabled={index === 0}
                      aria-label={intl.formatMessage({ id: "plugin.moveUp" }, { number: index + 1, table: label })}
                      onClick={() => move(index, index - 1)}
                    />
                    <Button
                      id={`${id}-${index}-down`}
                      variant="plain"
                      icon={<ArrowDownIcon />}
                      isDisabled={index === rows.length - 1}
                      aria-label={intl.formatMessage({ id: "plugin.moveDown" }, { number: index + 1, table: label })}
                      onClick={() => move(index, index + 1)}
                    />
                    <Button
                      variant="plain"
                      icon={<TrashIcon />}
                      aria-label={intl.formatMessage({ id: "plugin.removeRow" }, { number: index + 1, table: label })}
                      onClick={() => remove(index)}
                    />
                  </Td>
                )}
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      <p role="status" className="pf-v6-screen-reader">
        {told}
      </p>
      {editable && inherited && (
        <Button variant="link" isInline onClick={() => inherited.onInherit(!inherited.isInherited)}>
          <FormattedMessage
            {...(inherited.isInherited ? message("plugin.setHere") : message("plugin.takeOver"))}
            values={{ field: label }}
          />
        </Button>
      )}
      {editable && !inherited?.isInherited && (
        <Button id={`${id}-add`} variant="secondary" size="sm" onClick={add}>
          <FormattedMessage id="plugin.addRow" values={{ table: label }} />
        </Button>
      )}
    </section>
  );
}
