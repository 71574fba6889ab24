import { Button, Radio } from "@patternfly/react-core";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import { useRef } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../ui/table/Table.tsx";
import { PluginField } from "./PluginField.tsx";
import { pluginText as text } from "./text.ts";
import { emptyRow, type Row, type TableDescriptor } from "./values.ts";

interface PluginTableProps {
  id: string;
  descriptor: TableDescriptor;
  rows: readonly Row[];
  /** By row and column: `2.Member`. */
  errors: ReadonlyMap<string, string>;
  editable: boolean;
  onChange: (rows: readonly Row[]) => void;
}

/** A table of a plug-in. Rows are added at the end, and the focus goes with them. */
export function PluginTable({ id, descriptor, rows, errors, editable, onChange }: PluginTableProps) {
  const intl = useIntl();
  const added = useRef(0);
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
      {rows.length > 0 && (
        <Table aria-labelledby={`${id}-label`}>
          <Thead>
            <Tr>
              {columns.map((column) => (
                <Th key={column.name}>{column.label}</Th>
              ))}
              {requireDefaultRow && (
                <Th>
                  <FormattedMessage {...text.isDefault} />
                </Th>
              )}
              {editable && <Th screenReaderText={intl.formatMessage(text.actions)} />}
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
                      label={intl.formatMessage(text.cell, { column: column.label, number: index + 1 })}
                      onChange={(entered) => change(index, column.name, entered)}
                    />
                  </Td>
                ))}
                {requireDefaultRow && (
                  <Td dataLabel={intl.formatMessage(text.isDefault)}>
                    <Radio
                      id={`${id}-${index}-default`}
                      name={`${id}-default`}
                      aria-label={intl.formatMessage(text.cell, {
                        column: intl.formatMessage(text.isDefault),
                        number: index + 1,
                      })}
                      isChecked={row.isDefault}
                      onChange={() => onChange(rows.map((each, at) => ({ ...each, isDefault: at === index })))}
                    />
                  </Td>
                )}
                {editable && (
                  <Td>
                    <Button
                      variant="plain"
                      icon={<TrashIcon />}
                      aria-label={intl.formatMessage(text.removeRow, { number: index + 1, table: label })}
                      onClick={() => remove(index)}
                    />
                  </Td>
                )}
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      {editable && (
        <Button id={`${id}-add`} variant="secondary" size="sm" onClick={add}>
          <FormattedMessage {...text.addRow} values={{ table: label }} />
        </Button>
      )}
    </section>
  );
}
