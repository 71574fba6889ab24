import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { mount } from "./mount.tsx";
import { router } from "./router.tsx";
import { SessionProvider } from "./session/SessionProvider.tsx";
import type { Session } from "./session/session.ts";

/** Mounts the console for a signed-in administrator. */
export function mountConsole(root: HTMLElement, session: Session): void {
  const queries = new QueryClient({
    // A failure is told at once: administrators act on what they see, and a silent retry hides a sick server.
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
  });
  mount(
    root,
    <SessionProvider session={session}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SessionProvider>,
  );
}
