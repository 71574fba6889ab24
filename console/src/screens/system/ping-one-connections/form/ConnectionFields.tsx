import { FormGroup, TextArea, TextInput } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { FieldHelp } from "../../../../platform/ui/FieldHelp.tsx";
import { CredentialField } from "./CredentialField.tsx";
import { type ConnectionForm, inputId } from "./form.ts";

const LONGEST_NAME = 256;

interface ConnectionFieldsProps {
  form: ConnectionForm;
  editable: boolean;
}

export function ConnectionFields({ form, editable }: ConnectionFieldsProps) {
  const { values, errors, change } = form;
  return (
    <>
      <CredentialField form={form} editable={editable} />
      <FormGroup label={<FormattedMessage id="pingOneConnection.name" />} fieldId={inputId("name")} isRequired>
        <TextInput
          id={inputId("name")}
          value={values.name}
          onChange={(_, value) => change({ name: value })}
          isRequired
          maxLength={LONGEST_NAME}
          autoComplete="off"
          validated={errors.has("name") ? "error" : "default"}
          aria-describedby="connection-name-help"
        />
        <FieldHelp id="connection-name-help" error={errors.get("name")}>
          <FormattedMessage id="pingOneConnection.nameHelp" />
        </FieldHelp>
      </FormGroup>
      <FormGroup label={<FormattedMessage id="pingOne.description" />} fieldId={inputId("description")}>
        <TextArea
          id={inputId("description")}
          value={values.description}
          onChange={(_, value) => change({ description: value })}
          rows={2}
          resizeOrientation="vertical"
          validated={errors.has("description") ? "error" : "default"}
          aria-describedby="connection-description-help"
        />
        <FieldHelp id="connection-description-help" error={errors.get("description")} />
      </FormGroup>
    </>
  );
}
