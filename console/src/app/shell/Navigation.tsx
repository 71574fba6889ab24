import { Button, Nav, NavExpandable, NavGroup, NavItem, NavList, Skeleton } from "@patternfly/react-core";
import { Link, useRouterState } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import type { NavItem as Node } from "../../api/session.ts";
import { uiText } from "../../ui/text.ts";
import { leavesOf, reachable, trailTo } from "../navigation.ts";
import { paths } from "../paths.ts";
import { appText } from "../text.ts";
import { shellText as text } from "./text.ts";

interface NavigationProps {
  tree: readonly Node[] | undefined;
  unreachable: boolean;
  onRetry: () => void;
}

/** The tree of areas: the first level opens and closes, the second is a heading, the leaves are links. */
export function Navigation({ tree, unreachable, onRetry }: NavigationProps) {
  const intl = useIntl();
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (unreachable) return <Unreachable onRetry={onRetry} />;
  if (!tree) return <NavigationSkeleton />;
  const here = new Set(trailTo(tree, path).map((node) => node.id));

  return (
    <Nav className="hanse-navigation" aria-label={intl.formatMessage(text.areas)}>
      <NavList>
        <NavItem itemId="home" isActive={path === paths.home}>
          <Link to={paths.home}>
            <FormattedMessage {...text.home} />
          </Link>
        </NavItem>
        {reachable(tree).map((area) => (
          <NavExpandable
            key={`${area.id} ${here.has(area.id)}`} // Entering an area opens it; leaving it lets it close.
            title={area.label}
            isActive={here.has(area.id)}
            isExpanded={here.has(area.id)}
          >
            {area.children.map((child) => (
              <Branch key={child.id} node={child} here={here} />
            ))}
          </NavExpandable>
        ))}
      </NavList>
    </Nav>
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
        <Skeleton key={width} width={width} screenreaderText={intl.formatMessage(uiText.loading)} />
      ))}
    </div>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="hanse-navigation-skeleton">
      <p>
        <FormattedMessage {...appText.unreachableTitle} />
      </p>
      <Button variant="secondary" onClick={onRetry}>
        <FormattedMessage {...appText.tryAgain} />
      </Button>
    </div>
  );
}
