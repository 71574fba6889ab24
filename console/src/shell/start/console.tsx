import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type Session, SessionProvider } from "../../platform/session/SessionProvider.tsx";
import { router } from "../router.tsx";
import { mount } from "./mount.tsx";

/** Mounts the console for a signed-in administrator. */
export function mountConsole(root: HTMLElement, session: Session): Promise<void> {
  const queries = new QueryClient({
    defaultOptions: {
      // A failure is shown at once: administrators act on what they see, and a silent retry would hide a failing
      // server. The browser's online state is ignored: a call paused while offline would be sent unexpectedly once
      // online, and a form would receive a newer version below the user's edits.
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
