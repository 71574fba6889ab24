import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useIntl } from "react-intl";
import { useMessages } from "../../../../app/messages/Messages.tsx";
import { nameOf } from "../../../../forms/keys/certificate.ts";
import { formsText } from "../../../../forms/text.ts";
import { KEY_PAIRS, type KeyPair } from "../api.ts";
import type { Task } from "../KeyMenu.tsx";

// A list is looked at far more often than something is done in it: each dialog loads when it is opened.
const DeleteDialog = lazy(async () => ({ default: (await import("./DeleteDialog.tsx")).DeleteDialog }));

interface Tasks {
  start: (task: Task, pair: KeyPair) => void;
  /** The dialog of the task that was started, if any. */
  dialog: ReactNode;
}

/** The dialogs in which something is done with one key pair. `onDeleted` is for where there is nothing left to show. */
export function useTasks(onDeleted?: () => void): Tasks {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [current, setCurrent] = useState<{ task: Task; pair: KeyPair }>();

  function deleted(pair: KeyPair) {
    setCurrent(undefined);
    messages.success(intl.formatMessage(formsText.deleted, { name: nameOf(pair) }));
    onDeleted?.();
    void client.invalidateQueries({ queryKey: KEY_PAIRS, predicate: ({ queryKey }) => !queryKey.includes(pair.id) });
  }

  const close = () => setCurrent(undefined);
  return {
    start: (task, pair) => setCurrent({ task, pair }),
    dialog: current && (
      <Suspense>
        <DeleteDialog pair={current.pair} onDeleted={() => deleted(current.pair)} onClose={close} />
      </Suspense>
    ),
  };
}
