import { rootRouteId, useMatch, useRouterState } from "@tanstack/react-router";

/**
 * Returns the path of the page that is shown. While another page loads, the router's location is already that of the
 * new page, but descriptions of the shown page, such as its breadcrumb, must not change before the page does.
 */
export function useShownPath(): string {
  const location = useRouterState({ select: (state) => state.location.pathname });
  const match: { routeId: string; pathname: string } | undefined = useMatch({ strict: false, shouldThrow: false });
  return match && match.routeId !== rootRouteId ? match.pathname : location;
}
