/** The home page: the areas of the navigation tree as cards of links. */
import { Card, CardBody, CardTitle, Gallery, Skeleton } from "@patternfly/react-core";
import { Link } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import type { NavItem } from "../../api/session.ts";
import { leavesOf, reachable } from "../../app/navigation.ts";
import { useSession } from "../../app/session/SessionProvider.tsx";
import { Screen } from "../../app/shell/Screen.tsx";
import { useUiSettings } from "../../app/uiSettings.ts";
import "./home.css";
import { homeText as text } from "./text.ts";

export default function Home() {
  const intl = useIntl();
  const { username, auditor } = useSession();
  const { settings } = useUiSettings();
  return (
    <Screen
      title={intl.formatMessage(text.title, { username })}
      description={<FormattedMessage {...(auditor ? text.descriptionAuditor : text.description)} />}
      breadcrumb="none"
    >
      <Gallery hasGutter minWidths={{ default: "min(17rem, 100%)" }}>
        {settings ? reachable(settings.navTree).map((area) => <Area key={area.id} area={area} />) : <Waiting />}
      </Gallery>
    </Screen>
  );
}

function Area({ area }: { area: NavItem }) {
  return (
    <Card className="hanse-area" isFullHeight>
      <CardTitle component="h2">{area.label}</CardTitle>
      <CardBody>
        {area.children.map((group) => (
          <section key={group.id}>
            {group.level === "SECONDARY" && <h3>{group.label}</h3>}
            <ul>
              {leavesOf(group).map((leaf) => (
                <li key={leaf.id}>
                  <Link to={leaf.path}>{leaf.label}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </CardBody>
    </Card>
  );
}

function Waiting() {
  return ["first", "second"].map((key) => (
    <Card key={key} isFullHeight>
      <CardTitle>
        <Skeleton width="40%" />
      </CardTitle>
      <CardBody>
        <Skeleton height="6rem" />
      </CardBody>
    </Card>
  ));
}
