import type { ReactNode } from "react";
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useController } from "react-hook-form";
import { useIntl } from "react-intl";
import { FileField } from "../../../../platform/forms/fields/FileField.tsx";
import { isTooLarge, MOST_KILOBYTES } from "./files.ts";

/** The button that looks for the file: it has no id of its own, and this help. */
export const FILE_BUTTON = 'button[aria-describedby="fileData-help"]';

interface KeyFileFieldProps<Values extends FieldValues & { fileData: File | undefined }> {
  form: UseFormReturn<Values>;
  label: ReactNode;
  help: ReactNode;
}

/** The file of a dialog. It is looked at when it is chosen, so that nobody types a password for the wrong one. */
export function KeyFileField<Values extends FieldValues & { fileData: File | undefined }>(
  props: KeyFileFieldProps<Values>,
) {
  const { form, label, help } = props;
  const intl = useIntl();
  const name = "fileData" as Path<Values>;
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: {
      validate: (file: File | undefined) => {
        if (!file) return intl.formatMessage({ id: "signingKeysDialogs.fileMissing" });
        return (
          !isTooLarge(file) ||
          intl.formatMessage({ id: "signingKeysDialogs.fileTooLarge" }, { kilobytes: MOST_KILOBYTES })
        );
      },
    },
  });
  return (
    <FileField
      id={name}
      label={label}
      file={field.value}
      onChoose={(file) =>
        form.setValue(name, file as PathValue<Values, Path<Values>>, { shouldValidate: file !== undefined })
      }
      error={fieldState.error?.message}
      help={help}
    />
  );
}
