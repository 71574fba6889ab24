import { FormHelperText, HelperText, HelperTextItem } from "@patternfly/react-core";
import type { ReactNode } from "react";

interface FieldHelpProps {
  /** Name it in the field's aria-describedby. */
  id: string;
  /** Takes the place of the help. */
  error: ReactNode;
  children?: ReactNode;
}

/** The line below a field. */
export function FieldHelp({ id, error, children }: FieldHelpProps) {
  return (
    <FormHelperText>
      <HelperText id={id} aria-live="polite">
        {error ? <HelperTextItem variant="error">{error}</HelperTextItem> : null}
        {!error && children ? <HelperTextItem>{children}</HelperTextItem> : null}
      </HelperText>
    </FormHelperText>
  );
}
