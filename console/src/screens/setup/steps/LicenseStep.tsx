import { Button, FileUpload, FormGroup } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { Fact, Facts } from "../../../platform/ui/Facts.tsx";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import { licenseDate } from "../../../platform/ui/licenseDate.ts";
import type { LicenseInfo } from "../api.ts";
import { type LicenseChoice, STEPS, type Step } from "../draft.ts";
import type { Plan } from "../finish.ts";

interface LicenseStepProps {
  current: LicenseInfo | undefined;
  choice: LicenseChoice;
  onChoose: (file: File | undefined) => void;
  onClear: () => void;
}

export function LicenseStep({ current, choice, onChoose, onClear }: LicenseStepProps) {
  const intl = useIntl();
  const file = choice.kind === "none" ? "" : (choice.file ?? "");
  return (
    <>
      {current ? (
        <section className="hanse-setup__license" aria-labelledby="current-license">
          <h3 id="current-license">{intl.formatMessage({ id: "setup.licenseCurrent" })}</h3>
          <LicenseSummary license={current} />
          <p className="hanse-setup__hint">{intl.formatMessage({ id: "setup.licenseKept" })}</p>
        </section>
      ) : (
        choice.kind === "none" && (
          <Alert variant="info" isPlain title={<FormattedMessage id="setup.licenseMissing" />} />
        )
      )}
      <FormGroup
        label={
          <FormattedMessage {...(current ? message("setup.licenseUpload") : message("setup.licenseUploadFirst"))} />
        }
        fieldId="license-filename"
        isRequired={!current}
      >
        <FileUpload
          id="license"
          hideDefaultPreview
          filename={file}
          filenameAriaLabel={intl.formatMessage({ id: "ui.fileName" })}
          filenamePlaceholder={intl.formatMessage({ id: "ui.filePlaceholder" })}
          browseButtonText={intl.formatMessage({ id: "ui.browse" })}
          browseButtonAriaDescribedby="license-help"
          clearButtonText={intl.formatMessage({ id: "ui.clear" })}
          isClearButtonDisabled={choice.kind === "none"}
          onClearClick={onClear}
          dropzoneProps={{ onDropAccepted: ([one]) => onChoose(one), onDropRejected: () => onChoose(undefined) }}
        />
        <FieldHelp id="license-help" error={choice.kind === "refused" && <FormattedMessage {...choice.problem} />}>
          <FormattedMessage id="setup.fileLimit" />
        </FieldHelp>
      </FormGroup>
      <div aria-live="polite">
        <Verdict choice={choice} />
      </div>
    </>
  );
}

function Verdict({ choice }: { choice: LicenseChoice }) {
  switch (choice.kind) {
    case "none":
    case "refused":
      return null;
    case "checking":
      return <FormattedMessage tagName="p" id="setup.fileChecking" />;
    case "invalid":
      return (
        <Alert variant="danger" component="h3" title={<FormattedMessage id="setup.fileInvalid" />}>
          <Messages messages={choice.messages} />
        </Alert>
      );
    case "valid":
      return (
        <Alert
          variant={choice.warnings.length > 0 ? "warning" : "success"}
          component="h3"
          title={<FormattedMessage id="setup.fileValid" />}
        >
          <Messages messages={choice.warnings} />
          {choice.license && <LicenseSummary license={choice.license} />}
        </Alert>
      );
  }
}

function Messages({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <ul className="hanse-setup__messages">
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

/** The main facts of a license, in three lines. */
function LicenseSummary({ license }: { license: LicenseInfo }) {
  const { name, organization, expirationDate } = license;
  return (
    <Facts isHorizontal className="hanse-setup__facts">
      <Fact term={message("license.name")}>{name}</Fact>
      <Fact term={message("license.organization")}>{organization}</Fact>
      <Fact term={message("setup.licenseExpires")}>
        {expirationDate ? licenseDate(expirationDate) : <FormattedMessage id="license.never" />}
      </Fact>
    </Facts>
  );
}

interface ReviewStepProps {
  plan: Plan;
  choice: LicenseChoice;
  current: LicenseInfo | undefined;
  /** Returns to the step with this index. */
  onChange: (step: number) => void;
}

/** The actions of Finish, read-only, each with a button that returns to its step. */
export function ReviewStep({ plan, choice, current, onChange }: ReviewStepProps) {
  return (
    <Facts isCompact={false} className="hanse-setup__review">
      <Line term={message("setup.baseUrlLabel")} step="baseUrl" onChange={onChange}>
        {plan.baseUrl}
      </Line>
      <Line term={message("setup.pingOneChoice")} step="pingOne" onChange={onChange}>
        {plan.connection ? (
          <FormattedMessage id="setup.pingOneConnects" values={{ organization: plan.connection.name }} />
        ) : (
          <FormattedMessage id="setup.pingOneNo" />
        )}
      </Line>
      <Line term={message("setup.license")} step="license" onChange={onChange}>
        <LicenseLine choice={choice} current={current} />
      </Line>
      <Line term={message("setup.reviewAccount")} step="administrator" onChange={onChange}>
        {plan.account.username}
      </Line>
    </Facts>
  );
}

interface LineProps {
  term: Message;
  step: Step;
  onChange: (step: number) => void;
  children: ReactNode;
}

function Line({ term, step, onChange, children }: LineProps) {
  const intl = useIntl();
  return (
    <Fact term={term}>
      <span className="hanse-setup__value">{children}</span>
      <Button
        variant="link"
        isInline
        aria-label={intl.formatMessage({ id: "setup.changeWhat" }, { what: intl.formatMessage(term) })}
        onClick={() => onChange(STEPS.indexOf(step))}
      >
        <FormattedMessage id="setup.change" />
      </Button>
    </Fact>
  );
}

function LicenseLine({ choice, current }: Pick<ReviewStepProps, "choice" | "current">) {
  if (choice.kind !== "valid") return <FormattedMessage id="setup.licenseStays" values={{ name: current?.name }} />;
  const { file, license } = choice;
  return license ? (
    <FormattedMessage id="setup.licenseFile" values={{ name: license.name, file }} />
  ) : (
    <FormattedMessage id="setup.licenseFileOnly" values={{ file }} />
  );
}
