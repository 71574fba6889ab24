import { PageBreadcrumb, PageSection, Title } from "@patternfly/react-core";
import { type ReactNode, useEffect } from "react";
import { useIntl } from "react-intl";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { useUiSettings } from "./uiSettings.ts";

export interface ScreenProps {
  title: string;
  /** One sentence: what this area is for. */
  description: ReactNode;
  /** The primary action, at the right of the title. */
  action?: ReactNode;
  /** The first level has no breadcrumb; `last` names what the navigation tree does not know. */
  breadcrumb: "none" | "navigation" | { last: string };
  children: ReactNode;
}

/** The shell of every screen: breadcrumb, title with one sentence, primary action, content. Sets the document's title. */
export function Screen({ title, description, action, breadcrumb, children }: ScreenProps) {
  const intl = useIntl();
  const { settings } = useUiSettings();
  const consoleTitle = settings?.consoleTitle || intl.formatMessage({ id: "shell.product" });
  useEffect(() => {
    document.title = `${title} · ${consoleTitle}`;
  }, [title, consoleTitle]);

  return (
    <>
      {breadcrumb !== "none" && (
        <PageBreadcrumb>
          <Breadcrumbs last={breadcrumb === "navigation" ? undefined : breadcrumb.last} />
        </PageBreadcrumb>
      )}
      <PageSection>
        <div className="hanse-screen__head">
          <div>
            <Title headingLevel="h1" tabIndex={-1}>
              {title}
            </Title>
            <p className="hanse-screen__description">{description}</p>
          </div>
          {action}
        </div>
      </PageSection>
      <PageSection isFilled>{children}</PageSection>
    </>
  );
}
