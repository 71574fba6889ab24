import { useBlocker } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { FormattedMessage } from "react-intl";
import { useNoteUnsaved } from "./unsaved.ts";

const load = () => import("./dialog/WarningDialog.tsx");
const WarningDialog = lazy(async () => ({ default: (await load()).WarningDialog }));

/**
 * Asks before changes are lost: with a dialog before another screen is opened, with the browser's own question before
 * the tab is closed or reloaded. Renders nothing otherwise.
 */
export function UnsavedChanges({ dirty }: { dirty: boolean }) {
  useNoteUnsaved(dirty);
  // Loaded before it is needed: the server may not answer any more when it is.
  useEffect(() => void (dirty && load()), [dirty]);
  const blocker = useBlocker({
    // A change of the query only (a tab, a page number) keeps the form.
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Suspense>
      <WarningDialog
        title={<FormattedMessage id="forms.leaveTitle" />}
        keepLabel={<FormattedMessage id="forms.stay" />}
        confirmLabel={<FormattedMessage id="forms.leave" />}
        isPending={false}
        onConfirm={blocker.proceed}
        onClose={blocker.reset}
      >
        <FormattedMessage id="forms.leaveBody" />
      </WarningDialog>
    </Suspense>
  );
}
