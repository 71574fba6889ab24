/**
 * Shows the conflict of a frame form in the same dialog as the console's own forms. Without the console, the page shows
 * the same differences and choices above the form.
 */
import { useEffect, useState } from "react";
import * as v from "valibot";
import { having, valueAt } from "../../features/frame/contract.ts";
import { ConflictDialog } from "../../platform/forms/ConflictDialog.tsx";

const conflict = v.strictObject({
  differences: v.array(v.strictObject({ label: v.string(), mine: v.string(), theirs: v.string() })),
});

interface Shown {
  /** The element that contains the conflict, and the buttons that the dialog presses. */
  section: Element;
  differences: v.InferOutput<typeof conflict>["differences"];
}

/** `arrived` is the page that the frame shows; it is a new object for each page, also in the same document. */
export function FrameConflict({ arrived }: { arrived: { page: Document } | undefined }) {
  const [shown, setShown] = useState<Shown>();

  useEffect(() => {
    const section = arrived?.page.querySelector(having("data-conflict"));
    const { differences } = section ? v.parse(conflict, JSON.parse(valueAt(section, "data-conflict"))) : {};
    setShown(section && differences ? { section, differences } : undefined);
  }, [arrived]);

  if (!shown) return null;
  const { section, differences } = shown;
  const press = (name: "data-discard" | "data-overwrite") => {
    setShown(undefined);
    section.querySelector<HTMLElement>(having(name))?.click();
  };
  const side = (name: "mine" | "theirs") => Object.fromEntries(differences.map((each, index) => [index, each[name]]));
  return (
    <ConflictDialog
      mine={side("mine")}
      current={side("theirs")}
      fields={differences.map(({ label }, index) => ({ name: String(index), label }))}
      saving={false}
      onTakeTheirs={() => press("data-discard")}
      onSaveOver={() => press("data-overwrite")}
      onClose={() => {
        setShown(undefined);
        // After the dialog has returned the focus to the frame, the focus moves to the pressed button.
        const save = section.ownerDocument.querySelector<HTMLElement>(having("data-save"));
        requestAnimationFrame(() => save?.focus());
      }}
    />
  );
}
