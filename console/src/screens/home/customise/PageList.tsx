import { SortableContext } from "@dnd-kit/sortable";
import { Title } from "@patternfly/react-core";
import CheckIcon from "@patternfly/react-icons/dist/esm/icons/check-icon";
import PlusIcon from "@patternfly/react-icons/dist/esm/icons/plus-icon";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Shortcut } from "../api.ts";
import { dragId } from "./dragging.ts";
import { Row, RowButton } from "./Row.tsx";

interface PageListProps {
  /** Distinguishes the list from others with the same pages. */
  list: string;
  title: ReactNode;
  action?: ReactNode;
  level: "h2" | "h3";
  items: readonly Shortcut[];
  /** What is shown in place of an empty list. */
  nothing?: ReactNode;
  chosen: ReadonlySet<string>;
  full: boolean;
  onAdd: (id: string) => void;
}

/** Pages to choose from. They stay where they are, whatever is dragged over them. */
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
