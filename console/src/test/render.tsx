import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";

/** Renders with what every component of the console may count on. */
export function renderWithText(content: ReactNode) {
  return render(
    <IntlProvider
      locale="en"
      onError={(error) => {
        throw error;
      }}
    >
      {content}
    </IntlProvider>,
  );
}
