/**
 * Expressions of forms in the inner frame are tested in the dialog of the console. The page is of our own origin and has a
 * button for it, which the console listens to: messages are for what the specification names.
 */

import { lazy, Suspense, useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import { having, valueAt } from "../../features/frame/contract.ts";

const TestExpression = lazy(async () => ({
  default: (await import("../../features/rules/TestExpression.tsx")).TestExpression,
}));

interface Tested {
  button: HTMLElement;
  field: HTMLTextAreaElement;
  expression: string;
}

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
          // Nobody typed it there, and it is a change to the form all the same.
          tested.field.dispatchEvent(new Event("input", { bubbles: true }));
        }}
        onClose={() => {
          setTested(undefined);
          // Once the dialog has given the focus back to the frame, it goes on to the button.
          requestAnimationFrame(() => tested.button.focus());
        }}
      />
    </Suspense>
  );
}
