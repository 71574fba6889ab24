/** Scope Management at /system/oauth-settings/scope-management (specification 2, sections 2 to 9). */
import { Tab, Tabs, TabTitleText } from "@patternfly/react-core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Screen } from "../../../platform/page/Screen.tsx";
import { type ScopeTab, TABS } from "./collections.ts";
import { ScopeList } from "./ScopeList.tsx";
import "./scope-management.css";

// A form and what it needs, for one tab of five.
const DefaultScope = lazy(async () => ({ default: (await import("./DefaultScope.tsx")).DefaultScope }));

export default function ScopeManagement() {
  const intl = useIntl();
  const navigate = useNavigate();
  const { tab = "commonScopes" } = useSearch({ strict: false });

  function show(chosen: ScopeTab) {
    // Page, search and order are those of the tab before: the new one begins with its own (specification 2, section 4).
    void navigate({ to: ".", search: chosen === "commonScopes" ? {} : { tab: chosen } });
  }

  return (
    <Screen>
      <Tabs
        className="hanse-scopes__tabs"
        activeKey={tab}
        onSelect={(_, chosen) => show(chosen as ScopeTab)}
        mountOnEnter
        aria-label={intl.formatMessage({ id: "scopes.tabs" })}
        backScrollAriaLabel={intl.formatMessage({ id: "scopes.scrollBack" })}
        forwardScrollAriaLabel={intl.formatMessage({ id: "scopes.scrollOn" })}
      >
        {TABS.map((one) => (
          <Tab
            key={one}
            eventKey={one}
            title={
              <TabTitleText>
                <FormattedMessage id={`scopes.${one}`} />
              </TabTitleText>
            }
          >
            {/* Stays when another tab is chosen, with what was typed. */}
            {one === "defaultScope" && (
              <Suspense>
                <DefaultScope />
              </Suspense>
            )}
            {/* The address is of one list alone, so no other one is there. */}
            {one !== "defaultScope" && one === tab && <ScopeList key={one} collection={one} />}
          </Tab>
        ))}
      </Tabs>
    </Screen>
  );
}
