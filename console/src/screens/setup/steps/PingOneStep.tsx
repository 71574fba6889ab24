import { FormGroup, Radio, TextArea } from "@patternfly/react-core";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { FormattedMessage } from "react-intl";
import { organizationOf } from "../../../features/pingOneCredential.ts";
import { message } from "../../../messages.ts";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import type { Draft } from "../draft.ts";
import { useDraftField } from "../useDraftField.ts";

/** `reason` is what the server said of the credential; undefined while it has not refused it. */
export function PingOneStep({ reason }: { reason: string | undefined }) {
  const { control } = useFormContext<Draft>();
  const connect = useWatch({ control, name: "connect" });
  return (
    <>
      <Controller
        control={control}
        name="connect"
        render={({ field: { value, onChange, name } }) => (
          <FormGroup role="radiogroup" label={<FormattedMessage id="setup.pingOneChoice" />} fieldId="connect">
            <div className="hanse-setup__choice">
              <Radio
                id="connect-no"
                name={name}
                label={<FormattedMessage id="setup.pingOneNo" />}
                description={<FormattedMessage id="setup.pingOneNoHint" />}
                isChecked={!value}
                onChange={() => onChange(false)}
              />
              <Radio
                id="connect-yes"
                name={name}
                label={<FormattedMessage id="setup.pingOneYes" />}
                description={<FormattedMessage id="setup.pingOneYesHint" />}
                isChecked={value}
                onChange={() => onChange(true)}
              />
            </div>
          </FormGroup>
        )}
      />
      {connect && <CredentialField reason={reason} />}
    </>
  );
}

function CredentialField({ reason }: { reason: string | undefined }) {
  const { control } = useFormContext<Draft>();
  const organization = organizationOf(useWatch({ control, name: "credential" }));
  const { invalid, props } = useDraftField("credential");
  return (
    <FormGroup label={<FormattedMessage id="pingOne.credential" />} fieldId="credential" isRequired>
      <TextArea
        id="credential"
        className="hanse-setup__credential"
        rows={5}
        resizeOrientation="vertical"
        autoComplete="off"
        aria-describedby="credential-help"
        {...props}
      />
      <FieldHelp
        id="credential-help"
        error={
          invalid && (
            <>
              <span>
                <FormattedMessage id="setup.credentialInvalid" />
              </span>
              {reason && <span className="hanse-setup__server-says">{reason}</span>}
            </>
          )
        }
      >
        <FormattedMessage
          {...(organization === undefined ? message("pingOne.credentialHelp") : message("pingOne.credentialOf"))}
          values={{ organization: <strong key="organization">{organization}</strong> }}
        />
      </FieldHelp>
    </FormGroup>
  );
}
