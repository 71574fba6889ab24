import { Breadcrumb, BreadcrumbItem } from "@patternfly/react-core";
import { Link, useRouterState } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../paths.ts";
import { trailTowards } from "./navigation.ts";
import { useUiSettings } from "./uiSettings.ts";

/** Where the screen is in the navigation tree. `last` names a page that is no node of it, such as the item that is edited. */
export function Breadcrumbs({ title, last }: { title: string; last: string | undefined }) {
  const intl = useIntl();
  const { settings } = useUiSettings();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const trail = trailTowards(settings?.navTree ?? [], path);
  const end = trail.at(-1);
  const here = last ?? (end?.path === path ? end.label : title);
  // A page with the name of the page above it is that page.
  const above = here === end?.label ? trail.slice(0, -1) : trail;
  return (
    <Breadcrumb aria-label={intl.formatMessage({ id: "shell.breadcrumb" })}>
      <BreadcrumbItem
        render={({ className }) => (
          <Link className={className} to={paths.home}>
            <FormattedMessage id="shell.home" />
          </Link>
        )}
      />
      {above.map((node) => (
        <BreadcrumbItem
          key={node.id}
          render={({ className }) =>
            node.path ? (
              <Link className={className} to={node.path}>
                {node.label}
              </Link>
            ) : (
              <span>{node.label}</span>
            )
          }
        />
      ))}
      <BreadcrumbItem isActive>{here}</BreadcrumbItem>
    </Breadcrumb>
  );
}
