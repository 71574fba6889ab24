/**
 * The layout of every page, with PatternFly's styles: a masthead, a sidebar, and the part that scrolls. PatternFly's
 * own component includes drawers and a focus trap that are not used here, and would be a twentieth of all bytes loaded
 * before the first paint.
 */
import { PageContextProvider, pageContextDefaults } from "@patternfly/react-core";
import "@patternfly/react-styles/css/components/Page/page.css";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";

/** PatternFly's "xl" breakpoint: from here on, the sidebar has a column of its own. */
const SIDEBAR_BESIDE_PX = 1200;

interface PageProps {
  className?: string | undefined;
  /** The attribute that its style sheet selects by. */
  drawing?: string | undefined;
  /** The ID of the element that scrolls and takes the focus. */
  contentId: string;
  skip: ReactNode;
  masthead: ReactNode;
  sidebar?: ReactNode;
  /** True if a sidebar would lie over the screen: reported initially, and after each change. */
  onNarrow?: (narrow: boolean) => void;
  children: ReactNode;
}

export function Page({ className = "", drawing, contentId, skip, masthead, sidebar, onNarrow, children }: PageProps) {
  const element = useRef<HTMLDivElement>(null);
  const [narrow, setNarrow] = useState(false);
  const context = useMemo(() => ({ ...pageContextDefaults, isMobile: narrow }), [narrow]);

  useLayoutEffect(() => {
    const page = element.current;
    if (!page) return;
    const update = () => setNarrow(page.clientWidth < SIDEBAR_BESIDE_PX);
    const observer = new ResizeObserver(update);
    observer.observe(page);
    update();
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => onNarrow?.(narrow), [narrow, onNarrow]);

  return (
    <PageContextProvider value={context}>
      <div ref={element} className={`pf-v6-c-page ${className}`} data-drawing={drawing}>
        {skip}
        {masthead}
        {sidebar}
        <div className="pf-v6-c-page__main-container pf-m-fill">
          <main id={contentId} className="pf-v6-c-page__main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </PageContextProvider>
  );
}
