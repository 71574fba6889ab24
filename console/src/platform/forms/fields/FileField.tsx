import { FileUpload, FormGroup } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { FieldHelp } from "../../ui/FieldHelp.tsx";

interface FileFieldProps {
  id: string;
  label: ReactNode;
  file: File | undefined;
  onChoose: (file: File | undefined) => void;
  error: string | undefined;
  help: ReactNode;
}

/** A file to be sent: dragged here, or looked for. */
export function FileField({ id, label, file, onChoose, error, help }: FileFieldProps) {
  const intl = useIntl();
  const helpId = `${id}-help`;
  return (
    <FormGroup label={label} fieldId={`${id}-filename`} isRequired>
      <FileUpload
        id={id}
        hideDefaultPreview
        filename={file?.name ?? ""}
        filenameAriaLabel={intl.formatMessage({ id: "ui.fileName" })}
        filenamePlaceholder={intl.formatMessage({ id: "ui.filePlaceholder" })}
        browseButtonText={intl.formatMessage({ id: "ui.browse" })}
        browseButtonAriaDescribedby={helpId}
        clearButtonText={intl.formatMessage({ id: "ui.clear" })}
        isClearButtonDisabled={file === undefined}
        validated={error ? "error" : "default"}
        onClearClick={() => onChoose(undefined)}
        dropzoneProps={{ multiple: false, onDropAccepted: ([one]) => onChoose(one) }}
      />
      <FieldHelp id={helpId} error={error}>
        {help}
      </FieldHelp>
    </FormGroup>
  );
}
