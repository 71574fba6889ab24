import { PageBreadcrumb, PageSection, Title } from "@patternfly/react-core";
import { type ReactNode, useEffect } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { messageAt, usePageInfo } from "./pageInfo.ts";
import { useUiSettings } from "./uiSettings.ts";

export interface ScreenProps {
  /** By default what the route declares. */
  title?: string;
  /** One sentence: what this area is for. By default what the route declares. */
  description?: ReactNode;
  /** The primary action, at the right of the title. */
  action?: ReactNode;
  /** The first level has no breadcrumb; `last` names a page below a node of the navigation tree, by default by its title. */
  breadcrumb?: "none" | { last: string };
  children: ReactNode;
}

/** The shell of every screen: breadcrumb, title with one sentence, primary action, content. Sets the document's title. */
export function Screen({ title: given, description, action, breadcrumb, children }: ScreenProps) {
  const intl = useIntl();
  const page = usePageInfo();
  const title = given ?? intl.formatMessage(messageAt(page.title));
  const { settings } = useUiSettings();
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
            </p>
          </div>
          {action}
        </div>
      </PageSection>
      <PageSection isFilled>{children}</PageSection>
    </>
  );
}
