import { Dropdown, DropdownList, MenuToggle } from "@patternfly/react-core";
import { type ReactNode, useState } from "react";

interface IconMenuProps {
  /** What the menu is called; the icon alone says nothing to a screen reader. */
  label: string;
  icon: ReactNode;
  /** Beside the icon, where there is room. */
  text?: ReactNode;
  onSelect: (value: string) => void;
  /** Called when the menu opens. */
  onOpen?: () => void;
  /** By which the guided tour finds it. */
  tourAnchor?: string;
  children: ReactNode;
}

/** A menu behind an icon of the masthead. `onSelect` gets the chosen DropdownItem's value. */
export function IconMenu({ label, icon, text, onSelect, onOpen, tourAnchor, children }: IconMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      shouldFocusToggleOnSelect
      // Inside the masthead the menu belongs to a landmark, which axe asks of all content.
      popperProps={{ position: "right", appendTo: "inline", preventOverflow: true }}
      onSelect={(_, value) => {
        setOpen(false);
        onSelect(String(value));
      }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant={text ? "plainText" : "plain"}
          icon={text ? icon : undefined}
          aria-label={label}
          isExpanded={open}
          data-tour={tourAnchor}
          onClick={() => {
            if (!open) onOpen?.();
            setOpen(!open);
          }}
        >
          {text ?? icon}
        </MenuToggle>
      )}
    >
      <DropdownList>{children}</DropdownList>
    </Dropdown>
  );
}
