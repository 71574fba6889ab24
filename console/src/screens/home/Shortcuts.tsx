import { Button, Skeleton, Title } from "@patternfly/react-core";
import PencilAltIcon from "@patternfly/react-icons/dist/esm/icons/pencil-alt-icon";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { NavItem } from "../../platform/api/session.ts";
import { PartFailed } from "../../platform/forms/LoadFailed.tsx";
import { type Leaf, leavesOf } from "../../platform/page/navigation.ts";
import { useUiSettings } from "../../platform/page/uiSettings.ts";
import { choiceQuery, type Groups, groupsQuery } from "./api.ts";
import { ICONS } from "./icons.ts";

// The drag-and-drop code is as large as the whole page, and only needed to change shortcuts.
const Customize = lazy(() =>
  import("./customize/Customize.tsx").then(({ Customize: component }) => ({ default: component })),
);

/** The shortcuts. The guided tour points here. */
export function Shortcuts() {
  const intl = useIntl();
  const { settings } = useUiSettings();
  const choice = useQuery(choiceQuery);
  const groups = useQuery(groupsQuery);
  const [open, setOpen] = useState(false);
  const error = choice.error ?? groups.error;

  return (
    <section aria-labelledby="shortcuts" className="hanse-home__part" data-tour="shortcuts">
      <div className="hanse-home__head">
        <Title headingLevel="h2" size="lg" id="shortcuts">
          <FormattedMessage id="home.shortcuts" />
        </Title>
        <Button
          variant="plain"
          size="sm"
          icon={<PencilAltIcon />}
          aria-label={intl.formatMessage({ id: "home.edit" })}
          onClick={() => setOpen(true)}
        />
      </div>
      {settings && choice.data && groups.data ? (
        <Bar ids={choice.data.shortcuts.items} groups={groups.data} tree={settings.navTree} />
      ) : error ? (
        <PartFailed
          error={error}
          onRetry={() => {
            void choice.refetch();
            void groups.refetch();
          }}
        />
      ) : (
        <Waiting />
      )}
      {open && (
        <Suspense>
          <Customize onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

function Bar({ ids, groups, tree }: { ids: readonly string[]; groups: Groups; tree: readonly NavItem[] }) {
  const places = new Map<string, Leaf>(tree.flatMap(leavesOf).map((leaf) => [leaf.id, leaf]));
  const icons = new Map(Object.values(groups).flatMap((items) => items.map(({ id, iconName }) => [id, iconName])));
  const shown = ids.flatMap((id) => places.get(id) ?? []);
  if (shown.length === 0) {
    return (
      <p className="hanse-home__quiet">
        <FormattedMessage id="home.noShortcuts" />
      </p>
    );
  }
  return (
    <ul className="hanse-shortcuts">
      {shown.map(({ id, label, path }) => {
        const Icon = ICONS[icons.get(id) ?? "system"];
        return (
          <li key={id}>
            <Link to={path} className="hanse-shortcuts__link">
              <Icon />
              <span>{label}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function Waiting() {
  return (
    <ul className="hanse-shortcuts">
      {["first", "second", "third"].map((key) => (
        <li key={key}>
          <Skeleton height="3rem" />
        </li>
      ))}
    </ul>
  );
}
