/** What the bundles share: strict mode and the message catalogue of the chosen language. */
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { Catalogues } from "../../messages.ts";
import { loadMessages } from "../../platform/locale.ts";

/** Shows the page. `files` are what it needs of the catalogue beside the texts of every page. */
export async function mount(root: HTMLElement, content: ReactNode, ...files: (keyof Catalogues)[]): Promise<void> {
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
