import { Checkbox, FormGroup, TextArea } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { FormattedMessage } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { FormSection } from "../../../platform/forms/FormSection.tsx";
import { PasswordField } from "../../../platform/forms/fields/PasswordField.tsx";
import { TextField } from "../../../platform/forms/fields/TextField.tsx";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import type { NumberName, SwitchName, Values } from "./form.ts";

type Form = UseFormReturn<Values>;

/** What goes into the archives. */
export function Options({ form }: { form: Form }) {
  const { register, formState, watch } = form;
  const { errors } = formState;
  return (
    <div className="hanse-support__options">
      <FormSection id="support-archive" title={<FormattedMessage id="supportData.archive" />}>
        <Switch
          form={form}
          name="encryptArchive"
          label={message("supportData.encrypt")}
          help={message("supportData.encryptHelp")}
        />
        {watch("encryptArchive") && (
          <PasswordField
            field={register("encryptionPassphrase")}
            label={<FormattedMessage id="supportData.passphrase" />}
            help={<FormattedMessage id="supportData.passphraseHelp" />}
            error={errors.encryptionPassphrase?.message}
            isRequired
          />
        )}
        <FormGroup label={<FormattedMessage id="supportData.comment" />} fieldId="comment">
          <TextArea
            {...register("comment")}
            id="comment"
            rows={2}
            resizeOrientation="vertical"
            maxLength={4096}
            validated={errors.comment ? "error" : "default"}
            aria-describedby="comment-help"
          />
          <FieldHelp id="comment-help" error={errors.comment?.message}>
            <FormattedMessage id="supportData.commentHelp" />
          </FieldHelp>
        </FormGroup>
      </FormSection>
      <FormSection id="support-logs" title={<FormattedMessage id="supportData.logs" />}>
        <Switch
          form={form}
          name="truncateLogs"
          label={message("supportData.truncate")}
          help={message("supportData.truncateHelp")}
        />
        {watch("truncateLogs") && (
          <Pair>
            <Numeric
              form={form}
              name="fileHeadCollectionKBSize"
              label={message("supportData.head")}
              help={message("supportData.sizeHelp")}
              unit={message("supportData.kb")}
            />
            <Numeric
              form={form}
              name="fileTailCollectionKBSize"
              label={message("supportData.tail")}
              help={message("supportData.sizeHelp")}
              unit={message("supportData.kb")}
            />
          </Pair>
        )}
        <Numeric
          form={form}
          name="rolledLogCount"
          label={message("supportData.rolled")}
          help={message("supportData.rolledHelp")}
        />
        <Switch
          form={form}
          name="includeBinaryFiles"
          label={message("supportData.binary")}
          help={message("supportData.binaryHelp")}
        />
      </FormSection>
      <FormSection id="support-measurements" title={<FormattedMessage id="supportData.measurements" />}>
        <Pair>
          <Numeric form={form} name="numHeartbeatSamples" label={message("supportData.heartbeats")} />
          <Numeric
            form={form}
            name="intervalBetweenHeartbeatSamples"
            label={message("supportData.heartbeatInterval")}
            unit={message("supportData.seconds")}
          />
          <Numeric form={form} name="reportCount" label={message("supportData.reports")} />
          <Numeric
            form={form}
            name="reportInterval"
            label={message("supportData.reportInterval")}
            unit={message("supportData.seconds")}
          />
        </Pair>
        <Switch
          form={form}
          name="collectExpensiveData"
          label={message("supportData.expensive")}
          help={message("supportData.expensiveHelp")}
        />
      </FormSection>
    </div>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="hanse-support__pair">{children}</div>;
}

interface NumericProps {
  form: Form;
  name: NumberName;
  label: Message;
  help?: Message;
  unit?: Message;
}

function Numeric({ form, name, label, help, unit }: NumericProps) {
  return (
    <TextField
      field={form.register(name)}
      label={<FormattedMessage {...label} />}
      help={help && <FormattedMessage {...help} />}
      unit={unit && <FormattedMessage {...unit} />}
      error={form.formState.errors[name]?.message}
      // Not of type number: what is typed is what the server is asked about.
      inputMode="numeric"
    />
  );
}

function Switch({ form, name, label, help }: { form: Form; name: SwitchName; label: Message; help: Message }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, ref, ...field } }) => (
        <Checkbox
          {...field}
          ref={ref}
          id={name}
          isChecked={value}
          label={<FormattedMessage {...label} />}
          description={<FormattedMessage {...help} />}
        />
      )}
    />
  );
}
