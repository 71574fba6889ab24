import { Button } from "@patternfly/react-core";
import GlobeIcon from "@patternfly/react-icons/dist/esm/icons/globe-icon";
import { FormattedMessage } from "react-intl";
import { EmptyList } from "../../../platform/list/EmptyList.tsx";
import type { Rows } from "./form.ts";
import { HostRow } from "./HostRow.tsx";

interface HostRowsProps {
  rows: Rows;
  /** By the key of the row. */
  errors: ReadonlyMap<string, string>;
  editable: boolean;
  onAdd: () => void;
  onChange: (key: string, value: string) => void;
  onDelete: (key: string) => void;
  onRestore: (key: string) => void;
}

/** The id of the button that adds a row, by which the focus finds it. */
export const ADD_ID = "host-add";

export function HostRows({ rows, errors, editable, onAdd, ...actions }: HostRowsProps) {
  const add = (
    <Button
      id={ADD_ID}
      variant={rows.length === 0 ? "primary" : "link"}
      className={rows.length === 0 ? "" : "hanse-hosts__add"}
      onClick={onAdd}
    >
      <FormattedMessage id="virtualHostNames.add" />
    </Button>
  );
  if (rows.length === 0) {
    return <EmptyList icon={GlobeIcon} area="virtualHostNames" action={editable && add} />;
  }
  return (
    <div className="hanse-hosts">
      <div className="hanse-hosts__head">
        <span id="host-label" className="hanse-hosts__label">
          <FormattedMessage id="virtualHostNames.label" />
          {editable && (
            <span className="hanse-hosts__required" aria-hidden="true">
              {"*"}
            </span>
          )}
        </span>
        <span className="hanse-hosts__count">
          <FormattedMessage
            id="virtualHostNames.count"
            values={{ count: rows.filter((row) => !row.isDeleted).length }}
          />
        </span>
      </div>
      <ul aria-labelledby="host-label">
        {rows.map((row, index) => (
          <HostRow
            key={row.key}
            row={row}
            error={errors.get(row.key)}
            number={index + 1}
            editable={editable}
            {...actions}
          />
        ))}
      </ul>
      {editable && <div>{add}</div>}
    </div>
  );
}
