import { type Over, useDndContext, useDroppable } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { Title } from "@patternfly/react-core";
import ArrowDownIcon from "@patternfly/react-icons/dist/esm/icons/arrow-down-icon";
import ArrowUpIcon from "@patternfly/react-icons/dist/esm/icons/arrow-up-icon";
import CheckIcon from "@patternfly/react-icons/dist/esm/icons/check-icon";
import PlusIcon from "@patternfly/react-icons/dist/esm/icons/plus-icon";
import TimesIcon from "@patternfly/react-icons/dist/esm/icons/times-icon";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Grip, RowButton } from "../../../platform/ui/dragging.tsx";
import type { Shortcut } from "../api.ts";
import { ICONS } from "../icons.ts";
import { SLOTS } from "./draft.ts";
import { type Dragged, dragged, dragId, isOverShortcuts, SHORTCUTS } from "./dragging.ts";

interface PageListProps {
  /** Distinguishes the list from others with the same pages. */
  list: string;
  title: ReactNode;
  action?: ReactNode;
  level: "h2" | "h3";
  items: readonly Shortcut[];
  /** Shown instead of an empty list. */
  nothing?: ReactNode;
  chosen: ReadonlySet<string>;
  full: boolean;
  onAdd: (id: string) => void;
}

/** Pages to choose from. They stay in place, whatever is dragged over them. */
export function PageList({ list, title, action, level, items, nothing, chosen, full, onAdd }: PageListProps) {
  const intl = useIntl();
  const heading = `pages-${list}`;
  return (
    <section aria-labelledby={heading} className="hanse-choice__section">
      <div className="hanse-choice__head">
        <Title headingLevel={level} size="md" id={heading}>
          {title}
        </Title>
        {action}
      </div>
      {items.length === 0 && <p className="hanse-home__quiet">{nothing}</p>}
      <SortableContext items={items.map(({ id }) => dragId(list, id))} strategy={inPlace}>
        <ul className="hanse-choice__list" aria-labelledby={heading}>
          {items.map((shortcut) => (
            <Row key={shortcut.id} list={list} shortcut={shortcut} fixed={full || chosen.has(shortcut.id)}>
              {chosen.has(shortcut.id) ? (
                <span
                  className="hanse-choice__there"
                  role="img"
                  aria-label={intl.formatMessage({ id: "shortcuts.added" }, { label: shortcut.label })}
                >
                  <CheckIcon />
                </span>
              ) : (
                <RowButton
                  name={`add ${list} ${shortcut.id}`}
                  label={intl.formatMessage({ id: "shortcuts.add" }, { label: shortcut.label })}
                  icon={<PlusIcon />}
                  off={full}
                  onClick={() => onAdd(shortcut.id)}
                />
              )}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </section>
  );
}

const inPlace = () => null;

interface RowProps {
  list: string;
  shortcut: Shortcut;
  /** True for a page that is already a shortcut or has no free slot: it cannot be dragged. */
  fixed?: boolean;
  /** The position at which a page from another list would be inserted. */
  marked?: boolean;
  children: ReactNode;
}

/** A page in one of the lists: a handle, its icon and name, and buttons that move it without dragging. */
export function Row({ list, shortcut, fixed = false, marked = false, children }: RowProps) {
  const intl = useIntl();
  const { id, label, iconName } = shortcut;
  const data: { dragged: Dragged } = { dragged: { list, page: id, label } };
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: dragId(list, id),
    data,
    // Only the shortcuts accept pages: the arrow keys move straight there, past the rows of the other lists.
    disabled: { draggable: fixed, droppable: list !== SHORTCUTS },
  });
  const Icon = ICONS[iconName];
  const classes = ["hanse-choice__row", isDragging && "hanse-choice__row--held", marked && "hanse-choice__row--marked"];
  return (
    <li
      ref={setNodeRef}
      className={classes.filter(Boolean).join(" ")}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {fixed ? (
        <span className="hanse-choice__no-handle" />
      ) : (
        <Grip
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={intl.formatMessage({ id: "shortcuts.handle" }, { label })}
        />
      )}
      <Icon />
      <span className="hanse-choice__label">{label}</span>
      <span className="hanse-choice__buttons">{children}</span>
    </li>
  );
}

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
  // Rows of the same list make room automatically; a page from another list is shown at its insert position.
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
      {items.length === 0 && <p className="hanse-home__quiet">{intl.formatMessage({ id: "shortcuts.empty" })}</p>}
    </section>
  );
}

function isAt(over: Over | null, { id }: Shortcut): boolean {
  return over?.id === dragId(SHORTCUTS, id);
}
