import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { FormattedMessage } from "react-intl";
import * as v from "valibot";
import { listenToFrame, sendToFrame } from "../../features/frame/channel.ts";
import { having, valueAt } from "../../features/frame/contract.ts";
import type { FromFrame, ToFrame } from "../../features/frame/messages.ts";
import { admin } from "../../platform/api/client.ts";
import { body } from "../../platform/api/transport.ts";

const RulesModal = lazy(async () => ({ default: (await import("../../features/rules/RulesModal.tsx")).RulesModal }));

const ScopesModal = lazy(async () => ({
  default: (await import("../../features/scopes/ScopesModal.tsx")).ScopesModal,
}));

/** The messages that open a dialog. */
type Shown = Extract<FromFrame, { kind: "showRules" | "showScopes" }>;

/**
 * The dialogs that the inner frame opens (specification 3, section 2.7): shows the one that a message requests, and
 * sends its result to the frame. Each is a separate bundle, loaded on first use. Rendered beside the frame.
 */
export function FrameModals({ frame }: { frame: RefObject<HTMLIFrameElement | null> }) {
  const [shown, setShown] = useState<Shown>();

  useEffect(
    () =>
      listenToFrame(
        () => frame.current?.contentWindow,
        // An open dialog stays: the values entered there matter more than a second message.
        (message) => {
          if (message.kind === "showRules" || message.kind === "showScopes") setShown((open) => open ?? message);
        },
      ),
    [frame],
  );

  function submit(message: ToFrame) {
    const there = frame.current?.contentWindow;
    if (there) sendToFrame(there, message);
    setShown(undefined);
  }

  const close = () => setShown(undefined);
  return (
    <Suspense>
      {shown?.kind === "showRules" && (
        <RulesModal
          shown={shown}
          onCancel={close}
          onDone={({ rules, defaultSuccess }) =>
            submit({
              kind: "submitRules",
              submittedRules: rules,
              submittedRulesId: shown.node.nodeId,
              defaultSuccess,
            })
          }
        />
      )}
      {shown?.kind === "showScopes" && (
        <ScopesModal
          shown={shown}
          onCancel={close}
          onDone={(selection) => submit({ kind: "submitScopes", ...selection })}
        />
      )}
    </Suspense>
  );
}

const TestExpression = lazy(async () => ({
  default: (await import("../../features/rules/TestExpression.tsx")).TestExpression,
}));

interface Tested {
  button: HTMLElement;
  field: HTMLTextAreaElement;
  expression: string;
}

/**
 * Expressions of frame forms are tested in the console's dialog. The page is of the same origin, and the console
 * listens to its button directly: the specification defines no message for it.
 */
export function FrameExpressions({ page }: { page: Document | undefined }) {
  const [tested, setTested] = useState<Tested>();

  useEffect(() => {
    function open(event: MouseEvent) {
      const button = (event.target as Element | null)?.closest?.<HTMLElement>(having("data-test-expression"));
      const field = page?.getElementById(valueAt(button, "data-test-expression")) as HTMLTextAreaElement | null;
      if (button && field) setTested({ button, field, expression: field.value });
    }
    page?.addEventListener("click", open);
    return () => page?.removeEventListener("click", open);
  }, [page]);

  if (!tested) return null;
  return (
    <Suspense>
      <TestExpression
        expression={tested.expression}
        closeText={<FormattedMessage id="frame.backToForm" />}
        onChange={(expression) => {
          setTested({ ...tested, expression });
          tested.field.value = expression;
          // Set by a script, but still a change to the form.
          tested.field.dispatchEvent(new Event("input", { bubbles: true }));
        }}
        onClose={() => {
          setTested(undefined);
          // After the dialog has returned the focus to the frame, the focus moves to the button.
          requestAnimationFrame(() => tested.button.focus());
        }}
      />
    </Suspense>
  );
}

const DeleteDialog = lazy(async () => ({
  default: (await import("../../platform/forms/dialog/DeleteDialog.tsx")).DeleteDialog,
}));

const deletion = v.strictObject({
  /** The path of the collection in the admin API. */
  collection: v.pipe(v.string(), v.regex(/^(?:\/[A-Za-z0-9]+)+$/)),
  id: v.string(),
  name: v.string(),
  /** The consequences of the deletion, and the verb on the button. */
  loss: v.string(),
  confirm: v.string(),
});
type Item = v.InferOutput<typeof deletion>;

/**
 * Asks before an item of a list in the frame is deleted, in the same dialog as the console's own lists. Without
 * scripts, the link leads to a confirmation page.
 */
export function FrameDelete({ page, onDeleted }: { page: Document | undefined; onDeleted: () => void }) {
  const [item, setItem] = useState<Item>();
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    // If the item is kept, the focus returns to the button that opened the dialog.
    if (!item && opener.current?.isConnected) opener.current.focus();
  }, [item]);
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.<HTMLElement>(having("data-delete"));
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      // The link is not followed.
      event.preventDefault();
      opener.current = link;
      setItem(v.parse(deletion, JSON.parse(valueAt(link, "data-delete"))));
    };
    page?.addEventListener("click", open, { capture: true });
    return () => page?.removeEventListener("click", open, { capture: true });
  }, [page]);
  return (
    <Suspense>
      {item && (
        <DeleteDialog
          collection={item.collection}
          id={item.id}
          name={item.name}
          remove={() => remove(item)}
          confirmLabel={item.confirm}
          queryKeys={[[item.collection.slice(1)]]}
          onDeleted={onDeleted}
          onClose={() => setItem(undefined)}
        >
          {item.loss}
        </DeleteDialog>
      )}
    </Suspense>
  );
}

/** The types know each collection separately; deletion works the same way in all of them. */
function remove({ collection, id }: Item): Promise<unknown> {
  const path = `${collection}/{id}` as "/oauth/authorizationDetailTypes/{id}";
  return body(admin.DELETE(path, { params: { path: { id } } }));
}
