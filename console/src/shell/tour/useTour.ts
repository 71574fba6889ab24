import { useState } from "react";
import { dismissTour, isTourDismissed } from "./dismissal.ts";

/** Whether the guided tour is shown: by itself until it was dismissed, later on request, and on the home path only. */
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
