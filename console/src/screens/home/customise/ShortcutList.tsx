import { type Over, useDndContext, useDroppable } from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Title } from "@patternfly/react-core";
import ArrowDownIcon from "@patternfly/react-icons/dist/esm/icons/arrow-down-icon";
import ArrowUpIcon from "@patternfly/react-icons/dist/esm/icons/arrow-up-icon";
import TimesIcon from "@patternfly/react-icons/dist/esm/icons/times-icon";
import { FormattedMessage, useIntl } from "react-intl";
import type { Shortcut } from "../api.ts";
import { SLOTS } from "./draft.ts";
import { dragged, dragId, isOverShortcuts, SHORTCUTS } from "./dragging.ts";
import { Row, RowButton } from "./Row.tsx";

interface ShortcutListProps {
  items: readonly Shortcut[];
  onMove: (id: string, place: number) => void;
  onRemove: (id: string) => void;
}

/** The shortcuts in the order of the bar. */
export function ShortcutList({ items, onMove, onRemove }: ShortcutListProps) {
  const intl = useIntl();
  const { setNodeRef } = useDroppable({ id: SHORTCUTS });
  const { active, over } = useDndContext();
  // Rows of the list itself make room by themselves; a page from elsewhere is shown where it would come in.
  const incoming = active && dragged(active)?.list !== SHORTCUTS && isOverShortcuts(over);
  const classes = ["hanse-choice__list", "hanse-choice__slots", incoming && "hanse-choice__slots--open"];
  return (
    <section aria-labelledby="chosen-shortcuts" className="hanse-choice__section">
      <div className="hanse-choice__head">
        <Title headingLevel="h2" size="md" id="chosen-shortcuts" tabIndex={-1}>
          <FormattedMessage id="home.shortcuts" />
        </Title>
        <span className="hanse-home__quiet">
          <FormattedMessage id="shortcuts.slots" values={{ used: items.length, slots: SLOTS }} />
        </span>
      </div>
      <SortableContext items={items.map(({ id }) => dragId(SHORTCUTS, id))} strategy={verticalListSortingStrategy}>
        <ol ref={setNodeRef} className={classes.filter(Boolean).join(" ")} aria-labelledby="chosen-shortcuts">
          {items.map((shortcut, index) => (
            <Row
              key={shortcut.id}
              list={SHORTCUTS}
              shortcut={shortcut}
              marked={Boolean(incoming && isAt(over, shortcut))}
            >
              <RowButton
                name={`up ${shortcut.id}`}
                label={intl.formatMessage({ id: "shortcuts.up" }, shortcut)}
                icon={<ArrowUpIcon />}
                off={index === 0}
                onClick={() => onMove(shortcut.id, index - 1)}
              />
              <RowButton
                name={`down ${shortcut.id}`}
                label={intl.formatMessage({ id: "shortcuts.down" }, shortcut)}
                icon={<ArrowDownIcon />}
                off={index === items.length - 1}
                onClick={() => onMove(shortcut.id, index + 1)}
              />
              <RowButton
                name={`remove ${shortcut.id}`}
                label={intl.formatMessage({ id: "shortcuts.remove" }, shortcut)}
                icon={<TimesIcon />}
                onClick={() => onRemove(shortcut.id)}
              />
            </Row>
          ))}
        </ol>
      </SortableContext>
      {items.length === 0 && (
        <p className="hanse-home__quiet">
          <FormattedMessage id="shortcuts.empty" />
        </p>
      )}
    </section>
  );
}

function isAt(over: Over | null, { id }: Shortcut): boolean {
  return over?.id === dragId(SHORTCUTS, id);
}
