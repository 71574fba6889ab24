import { Breadcrumb, BreadcrumbItem, PageBreadcrumb, PageSection, Title } from "@patternfly/react-core";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../paths.ts";
import { NewTabLink } from "../ui/NewTabLink.tsx";
import { trailTowards } from "./navigation.ts";
import { messageAt, usePageInfo } from "./pageInfo.ts";
import { helpLinkKey, useUiSettings } from "./uiSettings.ts";
import { useShownPath } from "./useShownPath.ts";

export interface ScreenProps {
  /** By default the title that the route declares. */
  title?: string | undefined;
  /** One sentence about the purpose of the area. By default the one that the route declares. */
  description?: ReactNode;
  /** The primary action, at the right of the title. */
  action?: ReactNode;
  /** The first level has no breadcrumb; `last` names a page below a navigation node, by default with its title. */
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
                  <NewTabLink to={help}>{intl.formatMessage({ id: "shell.help" })}</NewTabLink>
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

/** The screen's place in the navigation tree. `last` names a page that is not a node, such as an edited item. */
function Breadcrumbs({ title, last }: { title: string; last: string | undefined }) {
  const intl = useIntl();
  const { settings } = useUiSettings();
  const path = useShownPath();
  const trail = trailTowards(settings?.navTree ?? [], path);
  const end = trail.at(-1);
  const here = last ?? (end?.path === path ? end.label : title);
  // A page with the name of its parent is shown as one page.
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

/** The user guide's page for each screen of the console, by the start of its path. Frame pages declare their own. */
export const GUIDES: readonly (readonly [string, string])[] = [
  [paths.tokenSigningKeys, "token-keys"],
  [paths.oauthKeys, "token-keys"],
  [paths.encryptionKeys, "backup"],
  [paths.detailTypes, "authorization-details"],
  [paths.virtualIssuers, "issuers"],
  [paths.virtualHostNames, "issuers"],
  [paths.scopes, "scopes"],
  [paths.pingOneConnections, "connections"],
  [paths.license, "license"],
  [paths.logSettings, "logs"],
  [paths.collectSupportData, "support-data"],
  [paths.clusterManagement, "clustering"],
];

/** The help link of the current page, which the help menu has too. Empty for a page without a guide. */
export function useHelpLink(): string {
  const client = useQueryClient();
  const pathname = useShownPath();
  const guide = GUIDES.find(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[1];
  useEffect(() => {
    if (!guide) return;
    client.setQueryData(helpLinkKey, `/docs/${guide}`);
    return () => void client.setQueryData(helpLinkKey, "");
  }, [client, guide]);
  return useQuery({ queryKey: helpLinkKey, queryFn: skipToken, initialData: "" }).data ?? "";
}
