import { Checkbox } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { FormattedMessage } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { FormSection } from "../../../platform/forms/FormSection.tsx";
import { PasswordField, TextAreaField, TextField } from "../../../platform/forms/fields/fields.tsx";
import type { NumberName, SwitchName, Values } from "./form.ts";

type Form = UseFormReturn<Values>;

/** The contents of the archives. */
export function Options({ form }: { form: Form }) {
  const { register, formState, watch } = form;
  const { errors } = formState;
  return (
    <div className="hanse-support__options">
      <FormSection id="support-archive" title={<FormattedMessage id="supportData.archive" />}>
        <Switch form={form} name="encryptArchive" text="encrypt" />
        {watch("encryptArchive") && (
          <PasswordField
            field={register("encryptionPassphrase")}
            label={<FormattedMessage id="supportData.passphrase" />}
            help={<FormattedMessage id="supportData.passphraseHelp" />}
            error={errors.encryptionPassphrase?.message}
            isRequired
          />
        )}
        <TextAreaField
          field={register("comment")}
          label={<FormattedMessage id="supportData.comment" />}
          help={<FormattedMessage id="supportData.commentHelp" />}
          error={errors.comment?.message}
          rows={2}
          maxLength={4096}
        />
      </FormSection>
      <FormSection id="support-logs" title={<FormattedMessage id="supportData.logs" />}>
        <Switch form={form} name="truncateLogs" text="truncate" />
        {watch("truncateLogs") && (
          <Pair>
            <Numeric
              form={form}
              name="fileHeadCollectionKBSize"
              text="head"
              help={message("supportData.sizeHelp")}
              unit={message("supportData.kb")}
            />
            <Numeric
              form={form}
              name="fileTailCollectionKBSize"
              text="tail"
              help={message("supportData.sizeHelp")}
              unit={message("supportData.kb")}
            />
          </Pair>
        )}
        <Numeric form={form} name="rolledLogCount" text="rolled" help={message("supportData.rolledHelp")} />
        <Switch form={form} name="includeBinaryFiles" text="binary" />
      </FormSection>
      <FormSection id="support-measurements" title={<FormattedMessage id="supportData.measurements" />}>
        <Pair>
          <Numeric form={form} name="numHeartbeatSamples" text="heartbeats" />
          <Numeric
            form={form}
            name="intervalBetweenHeartbeatSamples"
            text="heartbeatInterval"
            unit={message("supportData.seconds")}
          />
          <Numeric form={form} name="reportCount" text="reports" />
          <Numeric form={form} name="reportInterval" text="reportInterval" unit={message("supportData.seconds")} />
        </Pair>
        <Switch form={form} name="collectExpensiveData" text="expensive" />
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
  text: "head" | "tail" | "rolled" | "heartbeats" | "heartbeatInterval" | "reports" | "reportInterval";
  help?: Message;
  unit?: Message;
}

function Numeric({ form, name, text, help, unit }: NumericProps) {
  return (
    <TextField
      field={form.register(name)}
      label={<FormattedMessage id={`supportData.${text}`} />}
      help={help && <FormattedMessage {...help} />}
      unit={unit && <FormattedMessage {...unit} />}
      error={form.formState.errors[name]?.message}
      // Not of type number, so that the server validates exactly what was typed.
      inputMode="numeric"
    />
  );
}

interface SwitchProps {
  form: Form;
  name: SwitchName;
  /** The label, with a help button beside it. */
  text: "encrypt" | "truncate" | "binary" | "expensive";
}

function Switch({ form, name, text }: SwitchProps) {
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
          label={<FormattedMessage id={`supportData.${text}`} />}
          description={<FormattedMessage id={`supportData.${text}Help`} />}
        />
      )}
    />
  );
}
