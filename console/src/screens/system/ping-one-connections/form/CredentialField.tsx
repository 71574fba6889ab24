import { Alert, Button, FormGroup, Spinner, TextArea } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { FieldHelp } from "../../../../ui/FieldHelp.tsx";
import { organizationOf } from "../../../../ui/ping-one/credential.ts";
import { pingOneText } from "../../../../ui/ping-one/text.ts";
import { utcDate } from "../../../../ui/utcDate.ts";
import type { Connection } from "../api.ts";
import { connectionFormText as text } from "./text.ts";
import { type ConnectionForm, inputId } from "./useConnectionForm.ts";

interface CredentialFieldProps {
  form: ConnectionForm;
  stored: Connection | undefined;
  editable: boolean;
}

/** A stored credential is not shown, and stays unless somebody asks to replace it. */
export function CredentialField({ form, stored, editable }: CredentialFieldProps) {
  const [replacing, setReplacing] = useState(false);
  if (!stored) return <CredentialInput form={form} isRequired />;
  const toggle = () => {
    setReplacing(!replacing);
    form.change("credential", "");
  };
  return (
    <div className="hanse-credential">
      <div className="hanse-credential__stored">
        {!replacing && (
          <div>
            <p className="hanse-credential__label">
              <FormattedMessage {...pingOneText.credential} />
            </p>
            <p>
              <FormattedMessage {...text.isSet} values={{ date: utcDate(stored.creationDate ?? "") }} />
            </p>
          </div>
        )}
        {replacing && <CredentialInput form={form} isRequired={false} />}
      </div>
      {editable && (
        <Button variant="link" isInline onClick={toggle}>
          <FormattedMessage {...(replacing ? text.keep : text.replace)} />
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
  return (
    <FormGroup
      label={intl.formatMessage(pingOneText.credential)}
      fieldId={inputId("credential")}
      isRequired={isRequired}
    >
      <TextArea
        id={inputId("credential")}
        className={shown ? "hanse-credential__input" : "hanse-credential__input hanse-credential__input--hidden"}
        value={credential}
        onChange={(_, value) => form.change("credential", value)}
        rows={5}
        resizeOrientation="vertical"
        isRequired={isRequired}
        // Neither the browser's memory nor its spelling service is a place for a secret.
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        validated={error ? "error" : "default"}
        aria-describedby="connection-credential-help"
      />
      <FieldHelp id="connection-credential-help" error={error}>
        <Help credential={credential} isRequired={isRequired} saving={form.saving} />
      </FieldHelp>
      {credential !== "" && (
        <Button variant="link" isInline size="sm" onClick={() => setShown(!shown)}>
          <FormattedMessage {...(shown ? text.hide : text.show)} />
        </Button>
      )}
      {form.isUnchecked && <Unchecked form={form} />}
    </FormGroup>
  );
}

function Help({ credential, isRequired, saving }: { credential: string; isRequired: boolean; saving: boolean }) {
  const organization = organizationOf(credential);
  if (saving && credential !== "") {
    return (
      <span className="hanse-credential__asking">
        <Spinner size="sm" aria-hidden="true" />
        <FormattedMessage {...text.asking} />
      </span>
    );
  }
  if (organization !== undefined) {
    return (
      <FormattedMessage
        {...pingOneText.credentialOf}
        values={{ organization: <strong key="organization">{organization}</strong> }}
      />
    );
  }
  if (credential.trim() !== "") return <FormattedMessage {...text.unreadable} />;
  return (
    <>
      <FormattedMessage {...pingOneText.credentialHelp} />
      {!isRequired && (
        <>
          {" "}
          <FormattedMessage {...text.blank} />
        </>
      )}
    </>
  );
}

/** The cloud is away, which need not keep a connection from being prepared. */
function Unchecked({ form }: { form: ConnectionForm }) {
  const intl = useIntl();
  return (
    <Alert
      className="hanse-credential__unchecked"
      variant="warning"
      isInline
      component="p"
      title={intl.formatMessage(text.uncheckedTitle)}
      actionLinks={
        <Button variant="link" isInline onClick={() => form.save("unchecked")} isDisabled={form.saving}>
          <FormattedMessage {...text.saveUnchecked} />
        </Button>
      }
    >
      <FormattedMessage {...text.uncheckedBody} />
    </Alert>
  );
}
