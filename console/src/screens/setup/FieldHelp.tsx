import { FormHelperText, HelperText, HelperTextItem } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { setupText as text } from "./text.ts";

interface FieldHelpProps {
  id: string;
  /** What is wrong; it takes the place of the help and is announced. */
  error: ReactNode;
  children?: ReactNode;
}

/** The line below a field. Name `id` in the field's aria-describedby. */
export function FieldHelp({ id, error, children }: FieldHelpProps) {
  const intl = useIntl();
  return (
    <FormHelperText>
      <HelperText id={id} aria-live="polite">
        {error ? (
          <HelperTextItem variant="error" screenReaderText={intl.formatMessage(text.error)}>
            <span>{error}</span>
          </HelperTextItem>
        ) : (
          children && <HelperTextItem>{children}</HelperTextItem>
        )}
      </HelperText>
    </FormHelperText>
  );
}
