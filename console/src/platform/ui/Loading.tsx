import { Skeleton, type SkeletonProps } from "@patternfly/react-core";
import { useEffect, useState } from "react";
import { useIntl } from "react-intl";

interface LoadingProps extends Pick<SkeletonProps, "width" | "height"> {
  /** The number of placeholders, one below the other. */
  count?: number;
  /** The announced text, if it is more than "Loading". */
  label?: string;
}

/** Placeholders in the size of the content that is loading, so that nothing jumps. A screen reader hears one text. */
export function Loading({ count = 1, label, ...size }: LoadingProps) {
  const intl = useIntl();
  const text = label ?? intl.formatMessage({ id: "ui.loading" });
  return Array.from({ length: count }, (_, index) => `line ${index}`).map((key, index) => (
    <Skeleton key={key} {...size} {...(index === 0 && { screenreaderText: text })} />
  ));
}

const DELAY_MS = 100;

/** A bar at the top of the window while another page loads. A page that loads faster shows and announces nothing. */
export function LoadingBar({ isLoading }: { isLoading: boolean }) {
  const intl = useIntl();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(isLoading), isLoading ? DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [isLoading]);
  if (!isLoading || !isSlow) return null;
  return <div className="hanse-navigating" role="progressbar" aria-label={intl.formatMessage({ id: "ui.loading" })} />;
}
