import { Checkbox, FormGroup, TextArea } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { FormattedMessage } from "react-intl";
import type { Message } from "../../../catalogue.ts";
import { FormSection } from "../../../forms/FormSection.tsx";
import { PasswordField } from "../../../forms/fields/PasswordField.tsx";
import { TextField } from "../../../forms/fields/TextField.tsx";
import { FieldHelp } from "../../../ui/FieldHelp.tsx";
import type { NumberName, SwitchName, Values } from "./form.ts";
import { supportText as text } from "./text.ts";

type Form = UseFormReturn<Values>;

/** What goes into the archives. */
export function Options({ form }: { form: Form }) {
  const { register, formState, watch } = form;
  const { errors } = formState;
  return (
    <div className="hanse-support__options">
      <FormSection id="support-archive" title={<FormattedMessage {...text.archive} />}>
        <Switch form={form} name="encryptArchive" label={text.encrypt} help={text.encryptHelp} />
        {watch("encryptArchive") && (
          <PasswordField
            field={register("encryptionPassphrase")}
            label={<FormattedMessage {...text.passphrase} />}
            help={<FormattedMessage {...text.passphraseHelp} />}
            error={errors.encryptionPassphrase?.message}
            isRequired
          />
        )}
        <FormGroup label={<FormattedMessage {...text.comment} />} fieldId="comment">
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
            <FormattedMessage {...text.commentHelp} />
          </FieldHelp>
        </FormGroup>
      </FormSection>
      <FormSection id="support-logs" title={<FormattedMessage {...text.logs} />}>
        <Switch form={form} name="truncateLogs" label={text.truncate} help={text.truncateHelp} />
        {watch("truncateLogs") && (
          <Pair>
            <Numeric
              form={form}
              name="fileHeadCollectionKBSize"
              label={text.head}
              help={text.sizeHelp}
              unit={text.kb}
            />
            <Numeric
              form={form}
              name="fileTailCollectionKBSize"
              label={text.tail}
              help={text.sizeHelp}
              unit={text.kb}
            />
          </Pair>
        )}
        <Numeric form={form} name="rolledLogCount" label={text.rolled} help={text.rolledHelp} />
        <Switch form={form} name="includeBinaryFiles" label={text.binary} help={text.binaryHelp} />
      </FormSection>
      <FormSection id="support-measurements" title={<FormattedMessage {...text.measurements} />}>
        <Pair>
          <Numeric form={form} name="numHeartbeatSamples" label={text.heartbeats} />
          <Numeric
            form={form}
            name="intervalBetweenHeartbeatSamples"
            label={text.heartbeatInterval}
            unit={text.seconds}
          />
          <Numeric form={form} name="reportCount" label={text.reports} />
          <Numeric form={form} name="reportInterval" label={text.reportInterval} unit={text.seconds} />
        </Pair>
        <Switch form={form} name="collectExpensiveData" label={text.expensive} help={text.expensiveHelp} />
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
