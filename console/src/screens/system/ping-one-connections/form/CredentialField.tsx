import { Button, FormGroup, Spinner, TextArea } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { organizationOf } from "../../../../features/pingOneCredential.ts";
import { message } from "../../../../messages.ts";
import { useTimestamp } from "../../../../platform/page/useTimestamp.ts";
import { Alert } from "../../../../platform/ui/Alert.tsx";
import { FieldHelp } from "../../../../platform/ui/FieldHelp.tsx";
import { type ConnectionForm, withCredential } from "./form.ts";
import "./connection-form.css";

/** A stored credential is not shown, and is kept unless the administrator chooses to replace it. */
export function CredentialField({ form, editable }: { form: ConnectionForm; editable: boolean }) {
  const timestamp = useTimestamp();
  const { stored } = form;
  const [replacing, setReplacing] = useState(false);
  if (!stored) return <CredentialInput form={form} isRequired />;
  const toggle = () => {
    setReplacing(!replacing);
    form.change((values) => withCredential(values, ""));
  };
  return (
    <div className="hanse-credential">
      <div className="hanse-credential__stored">
        {!replacing && (
          <div>
            <p className="hanse-credential__label">
              <FormattedMessage id="pingOne.credential" />
            </p>
            <p>
              <FormattedMessage id="pingOneConnection.isSet" values={{ date: timestamp(stored.creationDate ?? "") }} />
            </p>
          </div>
        )}
        {replacing && <CredentialInput form={form} isRequired={false} />}
      </div>
      {editable && (
        <Button variant="link" isInline onClick={toggle}>
          <FormattedMessage
            {...(replacing ? message("pingOneConnection.keep") : message("pingOneConnection.replace"))}
          />
        </Button>
      )}
    </div>
  );
}

function CredentialInput({ form, isRequired }: { form: ConnectionForm; isRequired: boolean }) {
  const intl = useIntl();
  const [shown, setShown] = useState(false);
  const { credential } = form.values;
  const error = form.errors.get("credential");
  // The last save failed because the cloud could not be reached.
  const isUnchecked = form.error?.validationErrors.some(({ errorId }) => errorId === "unchecked_credential");
  return (
    <FormGroup label={intl.formatMessage({ id: "pingOne.credential" })} fieldId="credential" isRequired={isRequired}>
      <TextArea
        id="credential"
        className={shown ? "hanse-credential__input" : "hanse-credential__input hanse-credential__input--hidden"}
        value={credential}
        onChange={(_, value) => form.change((values) => withCredential(values, value))}
        rows={5}
        resizeOrientation="vertical"
        isRequired={isRequired}
        // A secret must not reach the browser's memory or its spelling service.
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        validated={error ? "error" : "default"}
        aria-describedby="credential-help"
      />
      <FieldHelp id="credential-help" error={error}>
        <Help credential={credential} isRequired={isRequired} saving={form.saving} />
      </FieldHelp>
      {credential !== "" && (
        <Button variant="link" isInline size="sm" onClick={() => setShown(!shown)}>
          <FormattedMessage {...(shown ? message("pingOneConnection.hide") : message("pingOneConnection.show"))} />
        </Button>
      )}
      {isUnchecked && <Unchecked form={form} />}
    </FormGroup>
  );
}

function Help({ credential, isRequired, saving }: { credential: string; isRequired: boolean; saving: boolean }) {
  const organization = organizationOf(credential);
  if (saving && credential !== "") {
    return (
      <span className="hanse-credential__asking">
        <Spinner size="sm" aria-hidden="true" />
        <FormattedMessage id="pingOneConnection.asking" />
      </span>
    );
  }
  if (organization !== undefined) {
    return (
      <FormattedMessage
        id="pingOne.credentialOf"
        values={{ organization: <strong key="organization">{organization}</strong> }}
      />
    );
  }
  if (credential.trim() !== "") return <FormattedMessage id="pingOneConnection.unreadable" />;
  return (
    <>
      <FormattedMessage id="pingOne.credentialHelp" />
      {!isRequired && (
        <>
          {" "}
          <FormattedMessage id="pingOneConnection.blank" />
        </>
      )}
    </>
  );
}

/** A connection can be prepared while the cloud cannot be reached. */
function Unchecked({ form }: { form: ConnectionForm }) {
  const intl = useIntl();
  return (
    <Alert
      className="hanse-credential__unchecked"
      variant="warning"
      title={intl.formatMessage({ id: "pingOneConnection.uncheckedTitle" })}
      actionLinks={
        <Button variant="link" isInline onClick={() => form.save({ checking: "unchecked" })} isDisabled={form.saving}>
          <FormattedMessage id="pingOneConnection.saveUnchecked" />
        </Button>
      }
    >
      <FormattedMessage id="pingOneConnection.uncheckedBody" />
    </Alert>
  );
}
