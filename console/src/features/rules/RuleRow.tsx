import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { Button } from "@patternfly/react-core";
import ArrowDownIcon from "@patternfly/react-icons/dist/esm/icons/arrow-down-icon";
import ArrowUpIcon from "@patternfly/react-icons/dist/esm/icons/arrow-up-icon";
import PlusIcon from "@patternfly/react-icons/dist/esm/icons/plus-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import type { KeyboardEvent, ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { Grip } from "../../platform/ui/Grip.tsx";
import type { Source } from "../frame/messages.ts";
import type { Flaw, Row } from "./model.ts";
import type { Rights } from "./props.ts";
import { RuleFields } from "./RuleFields.tsx";

interface RuleRowProps {
  row: Row;
  place: number;
  count: number;
  sources: readonly Source[];
  rights: Rights;
  flaws: ReadonlyMap<string, Flaw>;
  isCarried: boolean;
  onGripKey: (event: KeyboardEvent) => void;
  onGripBlur: () => void;
  onChange: (row: Row) => void;
  onAdd: () => void;
  onDelete: () => void;
  onMove: (place: number) => void;
  onTest: () => void;
}

/** A rule: a handle, its fields, and the buttons that add, delete, and do without dragging. */
export function RuleRow(props: RuleRowProps) {
  const { row, place, count, rights, isCarried, onAdd, onDelete, onMove } = props;
  const intl = useIntl();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.key,
    disabled: rights.readOnly,
    attributes: { roleDescription: intl.formatMessage({ id: "rules.draggable" }) },
  });
  const number = place + 1;
  const isHeld = isDragging || isCarried;
  const button = (name: string, label: Message, icon: ReactNode, act: () => void, off = false) => (
    <Button
      variant="plain"
      size="sm"
      data-button={`${name} ${row.key}`}
      aria-label={intl.formatMessage(label, { number })}
      isAriaDisabled={off}
      icon={icon}
      {...(!off && { onClick: act })}
    />
  );
  return (
    <li
      ref={setNodeRef}
      className={`hanse-rule${isHeld ? " hanse-rule--held" : ""}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      aria-labelledby={`rule-${row.key}`}
    >
      <div className="hanse-rule__head">
        {!rights.readOnly && (
          <Grip
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            onKeyDown={props.onGripKey}
            onBlur={props.onGripBlur}
            aria-pressed={isHeld || undefined}
            aria-label={intl.formatMessage({ id: "rules.handle" }, { number })}
          />
        )}
        <h2 id={`rule-${row.key}`}>
          <FormattedMessage id="rules.rule" values={{ number }} />
        </h2>
        {!rights.readOnly && (
          <span className="hanse-rule__buttons">
            {button("up", message("rules.up"), <ArrowUpIcon />, () => onMove(place - 1), place === 0)}
            {button("down", message("rules.down"), <ArrowDownIcon />, () => onMove(place + 1), number === count)}
            {button("add", message("rules.addAfter"), <PlusIcon />, onAdd)}
            {button("delete", message("rules.delete"), <TrashIcon />, onDelete)}
          </span>
        )}
      </div>
      <RuleFields {...props} />
    </li>
  );
}
