import { FormGroup, Icon, Radio } from "@patternfly/react-core";
import MetIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import UnmetIcon from "@patternfly/react-icons/dist/esm/icons/outlined-circle-icon";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { FormattedMessage } from "react-intl";
import { organizationOf } from "../../../features/pingOneCredential.ts";
import { message } from "../../../messages.ts";
import { inputProps, TextAreaField, TextField } from "../../../platform/forms/fields/fields.tsx";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import { PasswordInput } from "../../../platform/ui/PasswordInput.tsx";
import type { PasswordRules } from "../api.ts";
import type { Draft, Facts, Step } from "../draft.ts";
import type { Plan } from "../finish.ts";
import type { LicenseFile } from "../licenseFile.ts";
import { type BaseUrlProblem, requirements } from "../rules.ts";
import { LicenseStep, ReviewStep } from "./LicenseStep.tsx";

interface StepContentProps {
  step: Step;
  facts: Facts;
  license: LicenseFile;
  plan: Plan;
  /** The server's reason for refusing a credential. */
  reason: string | undefined;
  onChange: (step: number) => void;
}

/** The fields of one step. */
export function StepContent({ step, facts, license, plan, reason, onChange }: StepContentProps) {
  const { choice, choose, clear } = license;
  switch (step) {
    case "baseUrl":
      return <BaseUrlStep />;
    case "pingOne":
      return <PingOneStep reason={reason} />;
    case "license":
      return <LicenseStep current={facts.license} choice={choice} onChoose={choose} onClear={clear} />;
    case "administrator":
      return <AdministratorStep rules={facts.passwordRules} />;
    case "review":
      return <ReviewStep plan={plan} choice={choice} current={facts.license} onChange={onChange} />;
  }
}

/** Valid base URLs: with a name, an IPv4 address and an IPv6 address, whose closing part is in the text itself. */
const EXAMPLES = {
  name: "https://sso.example.com:9031",
  address: "https://192.0.2.10:9031",
  address6: "https://[2001:db8::10",
};

function BaseUrlStep() {
  const { problem, props } = useDraftField("baseUrl");
  const error = problem && <FormattedMessage id={`setup.${problem as BaseUrlProblem}`} values={EXAMPLES} />;
  return (
    <TextField
      label={<FormattedMessage id="setup.baseUrlLabel" />}
      type="url"
      inputMode="url"
      {...props}
      error={error}
    />
  );
}

function AdministratorStep({ rules }: { rules: PasswordRules }) {
  const username = useDraftField("username");
  const password = useDraftField("password");
  const { control } = useFormContext<Draft>();
  const typed = useWatch({ control, name: "password" });
  return (
    <>
      <TextField
        label={<FormattedMessage id="ui.username" />}
        autoComplete="username"
        {...username.props}
        error={username.invalid && <FormattedMessage id="setup.usernameMalformed" />}
      />
      <FormGroup label={<FormattedMessage id="ui.password" />} fieldId="password" isRequired>
        <PasswordInput
          {...password.props.field}
          {...inputProps("password", password.invalid, true)}
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby="password-help password-requirements"
        />
        <FieldHelp id="password-help" error={password.invalid && <FormattedMessage id="setup.passwordTooLong" />} />
        <Requirements id="password-requirements" rules={rules} password={typed} />
      </FormGroup>
    </>
  );
}

/** `reason` is the server's message about the credential; undefined unless it refused it. */
function PingOneStep({ reason }: { reason: string | undefined }) {
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
  const error = invalid && (
    <>
      <span>
        <FormattedMessage id="setup.credentialInvalid" />
      </span>
      {reason && <span className="hanse-setup__server-says">{reason}</span>}
    </>
  );
  const help = organization === undefined ? message("pingOne.credentialHelp") : message("pingOne.credentialOf");
  return (
    <TextAreaField
      label={<FormattedMessage id="pingOne.credential" />}
      className="hanse-setup__credential"
      rows={5}
      {...props}
      error={error}
      help={
        <FormattedMessage {...help} values={{ organization: <strong key="organization">{organization}</strong> }} />
      }
    />
  );
}

/** A text field of the draft. Typing removes its error, and Next validates it again. */
function useDraftField(name: Exclude<keyof Draft, "connect">) {
  const { register, clearErrors, formState } = useFormContext<Draft>();
  const error = formState.errors[name];
  return {
    invalid: error !== undefined,
    /** The error, as a key of the catalog, from the schema. */
    problem: error?.message,
    props: {
      field: register(name, { onChange: () => clearErrors(name) }),
      isRequired: true,
      autoCapitalize: "none",
      spellCheck: false,
    },
  };
}

/** The live list of unmet password rules. Only the number of met rules is announced, not the whole list. */
function Requirements({ id, rules, password }: { id: string; rules: PasswordRules; password: string }) {
  const list = requirements(rules, password);
  return (
    <div className="hanse-setup__requirements">
      <p id={`${id}-title`}>
        <FormattedMessage id="setup.requirements" />
      </p>
      <ul id={id} aria-labelledby={`${id}-title`}>
        {list.map(({ message: rule, n, met }) => (
          <li key={rule.id} data-met={met}>
            <Icon {...(met ? { status: "success" } : {})}>{met ? <MetIcon /> : <UnmetIcon />}</Icon>
            <span>
              <FormattedMessage {...rule} values={{ n }} />
            </span>
            <span className="pf-v6-screen-reader">
              <FormattedMessage id={met ? "setup.met" : "setup.unmet"} />
            </span>
          </li>
        ))}
      </ul>
      <p className="pf-v6-screen-reader" aria-live="polite">
        {password !== "" && (
          <FormattedMessage
            id="setup.metCount"
            values={{ met: list.filter(({ met }) => met).length, all: list.length }}
          />
        )}
      </p>
    </div>
  );
}
