import { useEffect, useState } from "react";

/** The element that a step points at; it may come later than the step, as what loads does. */
export function useAnchor(name: string): HTMLElement | undefined {
  const [anchor, setAnchor] = useState<HTMLElement>();

  useEffect(() => {
    const look = () => setAnchor(find(name));
    look();
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [name]);

  useEffect(() => {
    if (!anchor) return;
    const show = () => anchor.scrollIntoView({ block: "center" });
    // Another size may move it out of sight; the Popover follows, but does not scroll.
    const follow = () => {
      const { top, bottom } = anchor.getBoundingClientRect();
      if (bottom < 0 || top > window.innerHeight) show();
    };
    show();
    anchor.setAttribute("data-tour-here", "");
    window.addEventListener("resize", follow);
    return () => {
      anchor.removeAttribute("data-tour-here");
      window.removeEventListener("resize", follow);
    };
  }, [anchor]);

  return anchor;
}

/** Where there is no such thing, the page's heading stands for it. */
function find(name: string): HTMLElement | undefined {
  const heading = () => document.querySelector<HTMLElement>("main h1");
  return document.querySelector<HTMLElement>(`[data-tour="${name}"]`) ?? heading() ?? undefined;
}
