import { FormGroup, TextInput } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";

interface IdFieldProps {
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

/** The ID of something new: what is left empty the server makes. */
export function IdField({ value, error, onChange }: IdFieldProps) {
  return (
    <FormGroup label={<FormattedMessage id="detailTypes.id" />} fieldId="id">
      <TextInput
        id="id"
        value={value}
        onChange={(_, id) => onChange(id)}
        autoComplete="off"
        maxLength={128}
        validated={error ? "error" : "default"}
        aria-describedby="id-help"
      />
      <FieldHelp id="id-help" error={error}>
        <FormattedMessage id="detailTypes.idHelp" />
      </FieldHelp>
    </FormGroup>
  );
}
