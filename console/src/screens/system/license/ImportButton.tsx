import { Button } from "@patternfly/react-core";
import UploadIcon from "@patternfly/react-icons/dist/esm/icons/upload-icon";
import { type ChangeEvent, useRef } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";

interface ImportButtonProps {
  uploading: boolean;
  onChoose: (file: File) => void;
}

/** The file upload: a button that opens the browser's file dialog. It keeps the focus through the whole import. */
export function ImportButton({ uploading, onChoose }: ImportButtonProps) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);

  function changed({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = ""; // So that choosing the same file again, mended, is a change too.
    if (file) onChoose(file);
  }

  return (
    <>
      {/* Out of sight, and out of the keyboard's and the screen reader's way: the button stands for it. */}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={intl.formatMessage({ id: "license.import" })}
        onChange={changed}
      />
      <Button
        icon={<UploadIcon />}
        isLoading={uploading}
        isAriaDisabled={uploading}
        onClick={() => input.current?.click()}
      >
        <FormattedMessage {...(uploading ? message("license.importing") : message("license.import"))} />
      </Button>
    </>
  );
}
