import { Breadcrumb, BreadcrumbItem, PageBreadcrumb, PageSection, Title } from "@patternfly/react-core";
import { Link, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../paths.ts";
import { NewTabLink } from "../ui/NewTabLink.tsx";
import { useHelpLink } from "./guides.ts";
import { trailTowards } from "./navigation.ts";
import { messageAt, usePageInfo } from "./pageInfo.ts";
import { useUiSettings } from "./uiSettings.ts";

export interface ScreenProps {
  /** By default what the route declares. */
  title?: string | undefined;
  /** One sentence: what this area is for. By default what the route declares. */
  description?: ReactNode;
  /** The primary action, at the right of the title. */
  action?: ReactNode;
  /** The first level has no breadcrumb; `last` names a page below a node of the navigation tree, by default by its title. */
  breadcrumb?: "none" | { last: string } | undefined;
  children: ReactNode;
}

/** The shell of every screen: breadcrumb, title with one sentence, primary action, content. Sets the document's title. */
export function Screen({ title: given, description, action, breadcrumb, children }: ScreenProps) {
  const intl = useIntl();
  const page = usePageInfo();
  const title = given ?? intl.formatMessage(messageAt(page.title));
  const { settings } = useUiSettings();
  const help = useHelpLink();
  const consoleTitle = settings?.consoleTitle || intl.formatMessage({ id: "shell.product" });
  useEffect(() => {
    document.title = `${title} · ${consoleTitle}`;
  }, [title, consoleTitle]);

  return (
    <>
      {breadcrumb !== "none" && (
        <PageBreadcrumb>
          <Breadcrumbs title={title} last={breadcrumb?.last} />
        </PageBreadcrumb>
      )}
      <PageSection>
        <div className="hanse-screen__head">
          <div>
            <Title headingLevel="h1" tabIndex={-1}>
              {title}
            </Title>
            <p className="hanse-screen__description">
              {description ?? <FormattedMessage {...messageAt(page.description)} />}
              {help && (
                <>
                  {" "}
                  <NewTabLink to={help}>
                    <FormattedMessage id="shell.help" />
                  </NewTabLink>
                </>
              )}
            </p>
          </div>
          {action}
        </div>
      </PageSection>
      <PageSection isFilled>{children}</PageSection>
    </>
  );
}

/** Where the screen is in the navigation tree. `last` names a page that is no node of it, such as the item that is edited. */
function Breadcrumbs({ title, last }: { title: string; last: string | undefined }) {
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
