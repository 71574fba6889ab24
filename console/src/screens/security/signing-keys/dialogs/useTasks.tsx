import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useIntl } from "react-intl";
import { nameOf } from "../../../../features/keys/certificate.ts";
import { type Message, message } from "../../../../messages.ts";
import { useMessages } from "../../../../platform/messages/Messages.tsx";
import { saveFile } from "../../../../platform/ui/saveFile.ts";
import { KEY_PAIRS, type KeyPair, readCertificate, readRequest } from "../api.ts";
import type { Task } from "../KeyMenu.tsx";
import { fileNameOf } from "./files.ts";

// A list is looked at far more often than something is done in it: each dialog loads when it is opened.
const DeletePairDialog = lazy(async () => ({ default: (await import("./DeletePairDialog.tsx")).DeletePairDialog }));
const ExportDialog = lazy(async () => ({ default: (await import("./ExportDialog.tsx")).ExportDialog }));
const ResponseDialog = lazy(async () => ({ default: (await import("./ResponseDialog.tsx")).ResponseDialog }));
const RotationDialog = lazy(async () => ({ default: (await import("../rotation/RotationDialog.tsx")).RotationDialog }));
const StopDialog = lazy(async () => ({ default: (await import("../rotation/StopDialog.tsx")).StopDialog }));

const DOWNLOADS = {
  certificate: { read: readCertificate, ending: "crt" },
  request: { read: readRequest, ending: "csr" },
} as const;

interface Tasks {
  start: (task: Task, pair: KeyPair) => void;
  /** The dialog of the task that was started, if any. */
  dialog: ReactNode;
}

/** What is done with one key pair. `onDeleted` is for where there is nothing left to show then. */
export function useTasks(onDeleted?: () => void): Tasks {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [current, setCurrent] = useState<{ task: Task; pair: KeyPair }>();
  const close = () => setCurrent(undefined);

  async function download(kind: keyof typeof DOWNLOADS, pair: KeyPair) {
    const { read, ending } = DOWNLOADS[kind];
    try {
      saveFile(fileNameOf(pair, ending), await read(pair.id));
    } catch (error) {
      messages.error(error);
    }
  }

  function done(message: Message, pair: KeyPair) {
    close();
    messages.success(intl.formatMessage(message, { name: nameOf(pair) }));
    void client.invalidateQueries({ queryKey: KEY_PAIRS });
  }

  function start(task: Task, pair: KeyPair) {
    if (task === "certificate" || task === "request") void download(task, pair);
    else setCurrent({ task, pair });
  }

  return {
    start,
    dialog: current && (
      <Suspense>{dialogOf(current.task, { pair: current.pair, onClose: close }, done, () => onDeleted?.())}</Suspense>
    ),
  };
}

function dialogOf(
  task: Task,
  props: { pair: KeyPair; onClose: () => void },
  done: (message: Message, pair: KeyPair) => void,
  onDeleted: () => void,
): ReactNode {
  const { pair } = props;
  switch (task) {
    case "export":
      return <ExportDialog {...props} onDone={() => done(message("signingKeysDialogs.exported"), pair)} />;
    case "response":
      return <ResponseDialog {...props} onDone={() => done(message("signingKeysDialogs.responded"), pair)} />;
    case "rotation":
      return <RotationDialog {...props} onDone={() => done(message("signingKeysRotation.saved"), pair)} />;
    case "stopRotation":
      return <StopDialog {...props} onDone={() => done(message("signingKeysRotation.stopped"), pair)} />;
    case "delete":
      return <DeletePairDialog {...props} onDeleted={onDeleted} />;
    default:
      return null;
  }
}
