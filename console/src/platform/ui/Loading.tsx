import { Skeleton, type SkeletonProps } from "@patternfly/react-core";
import { useIntl } from "react-intl";

interface LoadingProps extends Pick<SkeletonProps, "width" | "height"> {
  /** How many of these are shown one below the other. */
  count?: number;
  /** What is waited for, where that is more than loading. */
  label?: string;
}

/** Holds the place of what is being loaded, in its size, so that nothing jumps. A screen reader hears it once. */
export function Loading({ count = 1, label, ...size }: LoadingProps) {
  const intl = useIntl();
  const text = label ?? intl.formatMessage({ id: "ui.loading" });
  return Array.from({ length: count }, (_, index) => `line ${index}`).map((key, index) => (
    <Skeleton key={key} {...size} {...(index === 0 && { screenreaderText: text })} />
  ));
}
