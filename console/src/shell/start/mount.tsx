/** The common parts of all bundles: strict mode and the message catalog of the chosen language. */
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { Catalogs } from "../../messages.ts";
import { loadMessages } from "../../platform/locale.ts";

/** Renders the page. `files` are the catalog files that it needs besides the common ones. */
export async function mount(root: HTMLElement, content: ReactNode, ...files: (keyof Catalogs)[]): Promise<void> {
  const { locale, messages } = await loadMessages("console", ...files);
  document.documentElement.lang = locale;
  createRoot(root).render(
    <StrictMode>
      <IntlProvider locale={locale} messages={messages}>
        {content}
      </IntlProvider>
    </StrictMode>,
  );
}
