import { Alert as PatternFlyAlert } from "@patternfly/react-core";
import type { ComponentProps } from "react";
import { useIntl } from "react-intl";
import { message } from "../../messages.ts";

interface AlertProps extends Omit<ComponentProps<typeof PatternFlyAlert>, "variantLabel" | "variant"> {
  variant: "danger" | "warning" | "info" | "success";
}

/** PatternFly's alert within a page, without a heading. Its severity is announced in the page's language. */
export function Alert({ variant, isInline = true, component = "p", ...props }: AlertProps) {
  const intl = useIntl();
  const label = intl.formatMessage(message(`ui.alert_${variant}`));
  return (
    <PatternFlyAlert {...props} isInline={isInline} component={component} variant={variant} variantLabel={label} />
  );
}
