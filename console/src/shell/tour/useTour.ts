import { useState } from "react";

/** True if the guided tour is shown: on the home path only, automatically until dismissed, later on request. */
export function useTour(isHome: boolean): { shown: boolean; start: () => void; end: () => void } {
  const [wanted, setWanted] = useState(() => !isTourDismissed());
  return {
    shown: wanted && isHome,
    start: () => setWanted(true),
    end: () => {
      dismissTour();
      setWanted(false);
    },
  };
}

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

// With this prefix, browsers accept the cookie only from this host (RFC 6265bis, section 4.1.3.2).
/** The cookie that prevents the guided tour from starting automatically (specification 1, sections 4 and 9). */
export const TOUR_COOKIE = "__Host-hanse-tour";

export function isTourDismissed(cookies = document.cookie): boolean {
  return cookies.split(";").some((cookie) => cookie.trim().startsWith(`${TOUR_COOKIE}=`));
}

function dismissTour(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support.
  document.cookie = `${TOUR_COOKIE}=dismissed; Max-Age=${YEAR_IN_SECONDS}; Path=/; Secure; SameSite=Strict`;
}
