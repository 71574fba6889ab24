import { Button } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { saveFile } from "../../../platform/ui/saveFile.ts";
import { type Archive, readArchive } from "./api.ts";

/** Fetches an archive with the console's token, which no link has, and has the browser save it. */
export function Download({ archive }: { archive: Archive }) {
  const intl = useIntl();
  const messages = useMessages();
  const [loading, setLoading] = useState(false);

  async function download() {
    setLoading(true);
    try {
      const { name, content } = await readArchive(archive.archiveId);
      saveFile(name, content);
    } catch (error) {
      messages.error(error);
    } finally {
      setLoading(false);
    }
  }

  return (
    <Button
      variant="link"
      isInline
      isLoading={loading}
      isAriaDisabled={loading}
      aria-label={intl.formatMessage({ id: "supportData.downloadOf" }, { index: archive.nodeIndex })}
      onClick={() => void download()}
    >
      <FormattedMessage id="supportData.download" />
    </Button>
  );
}
