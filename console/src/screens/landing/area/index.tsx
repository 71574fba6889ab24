/** The landing tile pages: /authentication, /applications, /security and /system (specification 1, section 2). */
import { Navigate, useRouterState } from "@tanstack/react-router";
import { paths } from "../../../app/paths.ts";
import { Landing } from "./Landing.tsx";
import type { AreaName } from "./tiles.ts";

const AREAS: readonly AreaName[] = ["authentication", "applications", "security", "system"];

export default function Area() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const area = AREAS.find((one) => path === paths[one]);
  // The router takes an address with a slash at its end for the same place; the navigation knows the one without.
  return area ? <Landing key={area} area={area} /> : <Navigate to={path.replace(/\/+$/, "")} replace />;
}
