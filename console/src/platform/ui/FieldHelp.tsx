import { FormHelperText, HelperText, HelperTextItem } from "@patternfly/react-core";
import type { ReactNode } from "react";

interface FieldHelpProps {
  id: string;
  /** The error text, which replaces the help and is announced. */
  error: ReactNode;
  children?: ReactNode;
}

/** The line below a field. Name `id` in the field's aria-describedby. */
export function FieldHelp({ id, error, children }: FieldHelpProps) {
  return (
    <FormHelperText>
      <HelperText id={id} aria-live="polite">
        {error ? (
          // The field itself is marked as invalid, so the text need not say "error" as well.
          <HelperTextItem variant="error" screenReaderText="">
            {error}
          </HelperTextItem>
        ) : (
          children && <HelperTextItem>{children}</HelperTextItem>
        )}
      </HelperText>
    </FormHelperText>
  );
}
