/**
 * Asks before an item of a list in the frame is deleted, in the dialog of the console's own lists. Without scripts the same
 * link leads to a page that asks.
 */
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { having, valueAt } from "../../features/frame/contract.ts";
import { admin } from "../../platform/api/client.ts";
import { body } from "../../platform/api/transport.ts";

const DeleteDialog = lazy(async () => ({
  default: (await import("../../platform/forms/dialog/DeleteDialog.tsx")).DeleteDialog,
}));

const deletion = v.strictObject({
  /** The path of the collection in the admin API. */
  collection: v.pipe(v.string(), v.regex(/^(?:\/[A-Za-z0-9]+)+$/)),
  id: v.string(),
  name: v.string(),
  /** What is lost with the item, and the verb on the button. */
  loss: v.string(),
  confirm: v.string(),
});
type Item = v.InferOutput<typeof deletion>;

export function FrameDelete({ page, onDeleted }: { page: Document | undefined; onDeleted: () => void }) {
  const [item, setItem] = useState<Item>();
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    // Who keeps the item goes on where the dialog was opened.
    if (!item && opener.current?.isConnected) opener.current.focus();
  }, [item]);
  useEffect(() => {
    const ask = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.<HTMLElement>(having("data-delete"));
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      // The link is not followed.
      event.preventDefault();
      opener.current = link;
      setItem(v.parse(deletion, JSON.parse(valueAt(link, "data-delete"))));
    };
    page?.addEventListener("click", ask, { capture: true });
    return () => page?.removeEventListener("click", ask, { capture: true });
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

/** The types of calls know each collection by itself; all are deleted from in the same way. */
function remove({ collection, id }: Item): Promise<unknown> {
  const path = `${collection}/{id}` as "/oauth/authorizationDetailTypes/{id}";
  return body(admin.DELETE(path, { params: { path: { id } } }));
}
