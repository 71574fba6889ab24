import { FormGroup, TextInput } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import type { BaseUrlProblem } from "../rules.ts";
import { useDraftField } from "../useDraftField.ts";

/** Well-formed base URLs: with a name, with an IPv4 address and with an IPv6 address, whose end the text has itself. */
const EXAMPLES = {
  name: "https://sso.example.com:9031",
  address: "https://192.0.2.10:9031",
  address6: "https://[2001:db8::10",
};

export function BaseUrlStep() {
  const { problem, props } = useDraftField("baseUrl");
  return (
    <FormGroup label={<FormattedMessage id="setup.baseUrlLabel" />} fieldId="base-url" isRequired>
      <TextInput
        id="base-url"
        type="url"
        inputMode="url"
        autoComplete="off"
        aria-describedby="base-url-help"
        {...props}
      />
      <FieldHelp
        id="base-url-help"
        error={problem && <FormattedMessage id={`setup.${problem as BaseUrlProblem}`} values={EXAMPLES} />}
      />
    </FormGroup>
  );
}
