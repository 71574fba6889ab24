import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type Session, SessionProvider } from "../../platform/session/SessionProvider.tsx";
import { router } from "../router.tsx";
import { mount } from "./mount.tsx";

/** Mounts the console for a signed-in administrator. */
export function mountConsole(root: HTMLElement, session: Session): Promise<void> {
  const queries = new QueryClient({
    defaultOptions: {
      // A failure is shown at once: administrators act on what they see, and a silent retry hides a sick server.
      // The browser's opinion on the network is not asked: a call that is paused while it says "offline" would be sent
      // unasked once it says "online", and a form would receive a newer version below what was typed into it.
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
  return mount(
    root,
    <SessionProvider session={session}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SessionProvider>,
  );
}
