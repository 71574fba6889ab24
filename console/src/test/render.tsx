import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createIntl, IntlProvider } from "react-intl";
import { loadMessages } from "../platform/locale.ts";
import { MessagesProvider } from "../platform/messages/Messages.tsx";
import { type Session, SessionProvider } from "../platform/session/SessionProvider.tsx";
import { router } from "../shell/router.tsx";

const { messages } = await loadMessages("console", "help", "home", "security", "setup", "system");

/** Formats with the English catalog, outside of React. */
export const intl = createIntl({ locale: "en", messages });

/** Renders with the message catalog; a text that lacks a value fails the test. */
export function renderWithText(content: ReactNode) {
  return render(<WithText>{content}</WithText>);
}

export function WithText({ children }: { children: ReactNode }) {
  return (
    <IntlProvider
      locale="en"
      messages={messages}
      onError={(error) => {
        throw error;
      }}
    >
      {children}
    </IntlProvider>
  );
}

export const administrator: Session = {
  username: "Administrator",
  roles: new Set(["ADMINISTRATOR", "USER_ADMINISTRATOR", "CRYPTO_ADMINISTRATOR"]),
  auditor: false,
};

export type Page = keyof typeof router.routesByPath;

interface ConsoleParts {
  session?: Session;
  /** By default in memory. The browser's own storage is needed to test closing the tab. */
  history?: RouterHistory;
  /** The path of the page whose route declaration applies: title, roles and query parameters. */
  page?: Page;
  /** Rendered around the screen, such as the real shell. */
  frame?: () => ReactNode;
}

/** Renders a screen as the console does. Returns the render result, the router and the queries. */
export async function renderInConsole(screen: () => ReactNode, parts: ConsoleParts = {}) {
  const {
    session = administrator,
    history = createMemoryHistory({ initialEntries: ["/screen"] }),
    frame = WithMessages,
    page,
  } = parts;
  const { staticData = {}, validateSearch } = page ? router.routesByPath[page].options : {};
  const root = createRootRoute({ component: frame });
  const routes = ["/screen", "/other"].map((one) =>
    createRoute({
      getParentRoute: () => root,
      path: one,
      component: one === "/screen" ? screen : () => <h1>Other</h1>,
      ...(one === "/screen" && { staticData, validateSearch: validateSearch as undefined }),
    }),
  );
  const made = createRouter({ routeTree: root.addChildren(routes), history });
  await made.load();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <WithText>
      <SessionProvider session={session}>
        <QueryClientProvider client={queries}>
          {/* The type of the console's own router is registered; a test's has other routes. */}
          <RouterProvider router={made as never} />
        </QueryClientProvider>
      </SessionProvider>
    </WithText>,
  );
  return { ...view, router: made, queries };
}

function WithMessages() {
  return (
    <MessagesProvider>
      <main>
        <Outlet />
      </main>
    </MessagesProvider>
  );
}
