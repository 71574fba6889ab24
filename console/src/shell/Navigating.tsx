import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useMessages } from "../platform/messages/Messages.tsx";

/** A screen that is there sooner shows and announces nothing. */
const DELAY_MS = 100;

/** Shows that another screen is on its way, and takes away the errors of the one that was left. */
export function Navigating() {
  const intl = useIntl();
  const router = useRouter();
  const { clearErrors } = useMessages();
  const isLoading = useRouterState({ select: ({ status }) => status === "pending" });
  const isSlow = useAfter(DELAY_MS, isLoading);
  useEffect(
    () =>
      router.subscribe("onBeforeLoad", ({ pathChanged }) => {
        if (pathChanged) clearErrors();
      }),
    [router, clearErrors],
  );
  return (
    isSlow && (
      <div className="hanse-navigating" role="progressbar" aria-label={intl.formatMessage({ id: "ui.loading" })} />
    )
  );
}

/** Returns whether a state has lasted for longer than a delay. */
function useAfter(delay: number, lasts: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!lasts) return;
    const timer = setTimeout(() => setIsOver(true), delay);
    return () => {
      clearTimeout(timer);
      setIsOver(false);
    };
  }, [delay, lasts]);
  return lasts && isOver;
}
