/** What the three bundles share: strict mode and the message catalogue. */
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";

export function mount(root: HTMLElement, content: ReactNode): void {
  createRoot(root).render(
    <StrictMode>
      <IntlProvider locale="en">{content}</IntlProvider>
    </StrictMode>,
  );
}
