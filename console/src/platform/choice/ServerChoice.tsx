/**
 * A choice among what the server lists: one or several, searched and paged by the server, so that a thousand are as
 * easy to choose from as ten. Tab goes through search, options and "Show more"; the arrow keys through the options.
 */
import {
  Button,
  MenuFooter,
  MenuSearch,
  MenuSearchInput,
  MenuToggle,
  Select,
  SelectList,
  SelectOption,
  Skeleton,
} from "@patternfly/react-core";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { messageOf } from "../forms/LoadFailed.tsx";
import { SearchField } from "../list/SearchField.tsx";
import { Loading } from "../ui/Loading.tsx";
import { type ChoiceSource, useChoices } from "./useChoices.ts";
import "./choice.css";

interface ServerChoiceProps<T> {
  id: string;
  /** What is chosen, for assistive technology. */
  label: string;
  source: ChoiceSource<T>;
  /** The IDs of what is chosen. */
  selected: readonly string[];
  /** Several can be chosen, and the list stays open meanwhile. */
  multiple?: boolean;
  /** Nothing can be chosen again, by an option of its own. */
  optional?: boolean;
  /** What the closed choice says. */
  children: ReactNode;
  searchLabel: string;
  /** In the list, when there is nothing to choose from. */
  empty: ReactNode;
  invalid?: boolean;
  describedBy?: string | undefined;
  /** What was clicked; undefined for none. */
  onPick: (item: T | undefined) => void;
}

export function ServerChoice<T>(props: ServerChoiceProps<T>) {
  const { id, label, source, selected, multiple = false, optional = false, children, invalid, describedBy } = props;
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  function leave(event: FocusEvent) {
    // Clicks on what takes no focus have no related target, and stay in the list.
    if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves.
    <div ref={root} className="hanse-choice" onBlur={leave}>
      {/* The name of the choice, and what is chosen: what is seen is part of what is said (WCAG 2.2, 2.5.3). */}
      <span id={`${id}-label`} className="pf-v6-screen-reader">
        {label}
      </span>
      <Select
        isOpen={open}
        role={multiple ? "menu" : "listbox"}
        onOpenChange={setOpen}
        onOpenChangeKeys={["Escape"]}
        isScrollable
        maxMenuHeight="19rem"
        popperProps={{
          appendTo: "inline",
          minWidth: "min(22rem, 80vw)",
          maxWidth: "min(30rem, 90vw)",
          position: "start",
        }}
        toggle={(toggle) => (
          <MenuToggle
            ref={toggle}
            id={id}
            isExpanded={open}
            isFullWidth
            aria-labelledby={`${id}-label ${id}-chosen`}
            aria-describedby={describedBy}
            {...(invalid && { status: "danger" as const, "aria-invalid": true })}
            onClick={() => setOpen(!open)}
          >
            <span id={`${id}-chosen`}>{children}</span>
          </MenuToggle>
        )}
      >
        {open && (
          <OpenChoice
            {...props}
            source={source}
            selected={selected}
            multiple={multiple}
            optional={optional}
            onDone={() => {
              setOpen(false);
              document.getElementById(id)?.focus();
            }}
          />
        )}
      </Select>
    </div>
  );
}

interface OpenChoiceProps<T> extends ServerChoiceProps<T> {
  onDone: () => void;
}

/** The list. It exists while it is open, so that nothing is asked for before. */
function OpenChoice<T>(props: OpenChoiceProps<T>) {
  const { source, multiple, searchLabel, empty, selected, optional, onPick, onDone } = props;
  const intl = useIntl();
  const list = useRef<HTMLDivElement>(null);
  const { search, setSearch, items, total, error, hasMore, showMore } = useChoices(source);

  function pick(item: T | undefined) {
    onPick(item);
    if (!multiple) onDone();
  }

  function keyDown(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLInputElement) || event.target.type === "checkbox") return;
    // The search is part of a form, which Enter would send.
    if (event.key === "Enter") event.preventDefault();
    if (event.key !== "ArrowDown") return;
    // PatternFly's own handler would go on from the first option to the second.
    event.stopPropagation();
    event.preventDefault();
    list.current?.querySelector<HTMLElement>("li button, li input")?.focus();
  }

  const nothing = items !== undefined && total === 0 && search === "";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the keys of the search inside.
    <div ref={list} onKeyDown={keyDown}>
      {!nothing && (
        <MenuSearch>
          <MenuSearchInput>
            <SearchField label={searchLabel} value={search} onSearch={setSearch} autoFocus />
          </MenuSearchInput>
        </MenuSearch>
      )}
      <Options
        label={props.label}
        source={source}
        items={items}
        selected={selected}
        multiple={multiple ?? false}
        optional={(optional ?? false) && search === "" && selected.length > 0}
        onPick={pick}
        instead={
          error ? messageOf(error, intl) : nothing ? empty : <FormattedMessage id="choice.noHits" values={{ search }} />
        }
      />
      {items && total > 0 && (
        <MenuFooter className="hanse-choice__footer">
          <span role="status">
            <FormattedMessage id="choice.shown" values={{ shown: items.length, total }} />
          </span>
          {hasMore && (
            <Button variant="link" isInline onClick={showMore}>
              <FormattedMessage id="choice.more" />
            </Button>
          )}
        </MenuFooter>
      )}
    </div>
  );
}

interface OptionsProps<T> {
  label: string;
  source: ChoiceSource<T>;
  /** Undefined while they are loading. */
  items: readonly T[] | undefined;
  selected: readonly string[];
  multiple: boolean;
  /** Offers to choose nothing. */
  optional: boolean;
  onPick: (item: T | undefined) => void;
  /** Where there is nothing to show. */
  instead: ReactNode;
}

function Options<T>(props: OptionsProps<T>) {
  const { label, source, items, selected, multiple, optional, onPick, instead } = props;
  if (items === undefined) {
    return (
      <div className="hanse-choice__instead">
        <Loading />
        <Skeleton width="70%" />
      </div>
    );
  }
  if (items.length === 0) return <div className="hanse-choice__instead">{instead}</div>;
  return (
    <SelectList aria-label={label}>
      {optional && (
        <SelectOption onClick={() => onPick(undefined)}>
          <FormattedMessage id="choice.none" />
        </SelectOption>
      )}
      {items.map((item) => {
        const id = source.idOf(item);
        const { name, description } = source.show(item);
        return (
          <SelectOption
            key={id}
            hasCheckbox={multiple}
            isSelected={selected.includes(id)}
            description={description}
            onClick={() => onPick(item)}
          >
            {name}
          </SelectOption>
        );
      })}
    </SelectList>
  );
}
