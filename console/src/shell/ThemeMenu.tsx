import { DropdownItem } from "@patternfly/react-core";
import AdjustIcon from "@patternfly/react-icons/dist/esm/icons/adjust-icon";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { IconMenu } from "../platform/ui/IconMenu.tsx";
import { chooseTheme, chosenTheme, type ThemeChoice, themeChoices } from "./theme.ts";

export function ThemeMenu() {
  const intl = useIntl();
  const [choice, setChoice] = useState(chosenTheme);
  return (
    <IconMenu
      label={intl.formatMessage({ id: "shell.theme" })}
      icon={<AdjustIcon />}
      onSelect={(value) => {
        chooseTheme(value as ThemeChoice);
        setChoice(chosenTheme());
      }}
    >
      {themeChoices.map((one) => (
        <DropdownItem key={one} value={one} isSelected={one === choice}>
          <FormattedMessage id={`shell.${one}`} />
        </DropdownItem>
      ))}
    </IconMenu>
  );
}
