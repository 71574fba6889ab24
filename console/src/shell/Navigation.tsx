import { Button, Nav, NavGroup, NavItem, NavList, Skeleton } from "@patternfly/react-core";
import AngleRightIcon from "@patternfly/react-icons/dist/esm/icons/angle-right-icon";
import { Link, useRouterState } from "@tanstack/react-router";
import { useId, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../paths.ts";
import type { NavItem as Node } from "../platform/api/session.ts";
import { leavesOf, reachable, trailTowards } from "../platform/page/navigation.ts";

interface NavigationProps {
  tree: readonly Node[] | undefined;
  unreachable: boolean;
  onRetry: () => void;
}

/** The navigation tree: first-level nodes open a page and expand, second-level nodes are headings, leaves are links. */
export function Navigation({ tree, unreachable, onRetry }: NavigationProps) {
  const intl = useIntl();
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (unreachable) return <Unreachable onRetry={onRetry} />;
  if (!tree) return <NavigationSkeleton />;
  const here = new Set(trailTowards(tree, path).map((node) => node.id));

  return (
    <Nav className="hanse-navigation" aria-label={intl.formatMessage({ id: "shell.areas" })}>
      <NavList>
        <NavItem itemId="home" isActive={path === paths.home}>
          <Link to={paths.home}>{intl.formatMessage({ id: "shell.home" })}</Link>
        </NavItem>
        {reachable(tree).map((area) => (
          // Entering an area expands it; leaving it allows it to collapse.
          <Area key={`${area.id} ${here.has(area.id)}`} area={area} here={here} isHere={path === area.path} />
        ))}
      </NavList>
    </Nav>
  );
}

interface AreaProps {
  area: Node;
  here: ReadonlySet<string>;
  /** True if the area's own page is shown. */
  isHere: boolean;
}

/** A link with a toggle beside it, so that an area can be expanded without opening its page. */
function Area({ area, here, isHere }: AreaProps) {
  const intl = useIntl();
  const [open, setOpen] = useState(here.has(area.id));
  const listId = useId();
  const className = `pf-v6-c-nav__item hanse-navigation__area ${here.has(area.id) ? "pf-m-current" : ""}`;
  return (
    <li className={className}>
      <div className="hanse-navigation__head">
        {area.path ? (
          <Link to={area.path} className={`pf-v6-c-nav__link ${isHere ? "pf-m-current" : ""}`}>
            {area.label}
          </Link>
        ) : (
          <span className="pf-v6-c-nav__link">{area.label}</span>
        )}
        <Button
          variant="plain"
          size="sm"
          className="hanse-navigation__toggle"
          icon={<AngleRightIcon />}
          aria-label={intl.formatMessage({ id: "shell.areaPages" }, { area: area.label })}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        />
      </div>
      <section id={listId} className="pf-v6-c-nav__subnav" aria-label={area.label} hidden={!open}>
        <ul className="pf-v6-c-nav__list">
          {area.children.map((child) => (
            <Branch key={child.id} node={child} here={here} />
          ))}
        </ul>
      </section>
    </li>
  );
}

function Branch({ node, here }: { node: Node; here: ReadonlySet<string> }) {
  if (node.level === "LEAF") return <Leaves node={node} here={here} />;
  return (
    <li>
      <NavGroup title={node.label}>
        <Leaves node={node} here={here} />
      </NavGroup>
    </li>
  );
}

function Leaves({ node, here }: { node: Node; here: ReadonlySet<string> }) {
  return leavesOf(node).map((leaf) => (
    <NavItem key={leaf.id} itemId={leaf.id} isActive={here.has(leaf.id)}>
      <Link to={leaf.path}>{leaf.label}</Link>
    </NavItem>
  ));
}

function NavigationSkeleton() {
  const intl = useIntl();
  return (
    <div className="hanse-navigation-skeleton">
      {["55%", "70%", "60%", "50%", "45%"].map((width) => (
        <Skeleton key={width} width={width} screenreaderText={intl.formatMessage({ id: "ui.loading" })} />
      ))}
    </div>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="hanse-navigation-skeleton">
      <p>
        <FormattedMessage id="app.unreachableTitle" />
      </p>
      <Button variant="secondary" onClick={onRetry}>
        <FormattedMessage id="app.tryAgain" />
      </Button>
    </div>
  );
}
