import { lazy, Suspense } from "react";
import type { ConflictDialogProps } from "./ConflictComparison.tsx";

const Comparison = lazy(async () => ({ default: (await import("./ConflictComparison.tsx")).ConflictComparison }));

/** The dialog about a conflict. Its code is loaded when there is one, which is rare. */
export function ConflictDialog(props: ConflictDialogProps) {
  return (
    <Suspense>
      <Comparison {...props} />
    </Suspense>
  );
}
