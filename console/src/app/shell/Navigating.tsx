import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useIntl } from "react-intl";
import { useMessages } from "../messages/Messages.tsx";

/** Shows that another screen is on its way, and takes away the errors of the one that was left. */
export function Navigating() {
  const intl = useIntl();
  const router = useRouter();
  const { clearErrors } = useMessages();
  const isLoading = useRouterState({ select: ({ status }) => status === "pending" });
  useEffect(
    () =>
      router.subscribe("onBeforeLoad", ({ pathChanged }) => {
        if (pathChanged) clearErrors();
      }),
    [router, clearErrors],
  );
  return (
    isLoading && (
      <div className="hanse-navigating" role="progressbar" aria-label={intl.formatMessage({ id: "ui.loading" })} />
    )
  );
}
