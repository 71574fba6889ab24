/**
 * The dialogs that the inner frame opens (specification 3, section 2.7): shows the one that a message asks for, and tells
 * the frame what came of it. Each is a bundle of its own, fetched when a form first asks.
 */
import { lazy, type RefObject, Suspense, useEffect, useState } from "react";
import { listenToFrame, tellFrame } from "../../features/frame/channel.ts";
import type { FromFrame, ToFrame } from "../../features/frame/messages.ts";

const RulesModal = lazy(async () => ({ default: (await import("../../features/rules/RulesModal.tsx")).RulesModal }));

const ScopesModal = lazy(async () => ({
  default: (await import("../../features/scopes/ScopesModal.tsx")).ScopesModal,
}));

/** The messages that open a dialog. */
type Shown = Extract<FromFrame, { kind: "showRules" | "showScopes" }>;

/** Stands beside the frame whose dialogs these are. */
export function FrameModals({ frame }: { frame: RefObject<HTMLIFrameElement | null> }) {
  const [shown, setShown] = useState<Shown>();

  useEffect(
    () =>
      listenToFrame(
        () => frame.current?.contentWindow,
        // A dialog that is open stays: what was entered there is worth more than a second message.
        (message) => {
          if (message.kind === "showRules" || message.kind === "showScopes") setShown((open) => open ?? message);
        },
      ),
    [frame],
  );

  function submit(message: ToFrame) {
    const there = frame.current?.contentWindow;
    if (there) tellFrame(there, message);
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
