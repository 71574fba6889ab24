import { FileUpload } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { toFileData } from "../../platform/api/base64.ts";
import type { PluginInputProps } from "./props.ts";

/** How many bytes a text in base64 stands for (RFC 4648, section 4). */
export function bytesIn(base64: string): number {
  return Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
}

/** A file whose content is the value. One that is too large is not even read. */
export function UploadInput({ id, descriptor, value, error, label, onChange }: PluginInputProps) {
  const intl = useIntl();
  const [name, setName] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const most = descriptor.maximumBytes ?? Number.POSITIVE_INFINITY;

  async function choose(file: File | undefined) {
    if (!file) return;
    if (file.size > most) {
      setProblem(intl.formatMessage({ id: "plugin.tooLarge" }, { name: file.name, most }));
      return;
    }
    try {
      onChange(await toFileData(file));
      setName(file.name);
      setProblem(undefined);
    } catch {
      setProblem(intl.formatMessage({ id: "plugin.unreadable" }, { name: file.name }));
    }
  }

  const stored = value.text ? intl.formatMessage({ id: "plugin.stored" }, { bytes: bytesIn(value.text) }) : "";
  return (
    <>
      <FileUpload
        id={id}
        hideDefaultPreview
        filename={value.text ? (name ?? stored) : ""}
        filenameAriaLabel={label ?? intl.formatMessage({ id: "ui.fileName" })}
        filenamePlaceholder={intl.formatMessage({ id: "ui.filePlaceholder" })}
        browseButtonText={intl.formatMessage({ id: "ui.browse" })}
        browseButtonAriaDescribedby={`${id}-help`}
        clearButtonText={intl.formatMessage({ id: "ui.clear" })}
        isClearButtonDisabled={value.text === ""}
        validated={error || problem ? "error" : "default"}
        onClearClick={() => {
          onChange("");
          setName(undefined);
          setProblem(undefined);
        }}
        dropzoneProps={{ multiple: false, onDropAccepted: ([file]) => void choose(file) }}
      />
      <p role="alert" className="hanse-form__help hanse-plugin__problem">
        {problem ??
          (name && value.text && <FormattedMessage id="plugin.chosen" values={{ bytes: bytesIn(value.text) }} />)}
      </p>
    </>
  );
}
