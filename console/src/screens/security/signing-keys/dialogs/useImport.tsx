import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useIntl } from "react-intl";
import { nameOf } from "../../../../features/keys/certificate.ts";
import { useMessages } from "../../../../platform/messages/Messages.tsx";
import { KEY_PAIRS, type KeyPair } from "../api.ts";

const ImportDialog = lazy(async () => ({ default: (await import("./ImportDialog.tsx")).ImportDialog }));

/** The way from a file to a key pair in the list. */
export function useImport(): { start: () => void; dialog: ReactNode } {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);

  function done(pair: KeyPair) {
    setOpen(false);
    messages.success(intl.formatMessage({ id: "signingKeysDialogs.imported" }, { name: nameOf(pair) }));
    void client.invalidateQueries({ queryKey: KEY_PAIRS });
  }

  return {
    start: () => setOpen(true),
    dialog: open && (
      <Suspense>
        <ImportDialog onDone={done} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
