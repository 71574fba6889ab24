/** The landing tile pages: /authentication, /applications, /security and /system (specification 1, section 2). */

import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { paths } from "../../../paths.ts";
import { Landing } from "./Landing.tsx";
import type { AreaName } from "./tiles.ts";

const AREAS: readonly AreaName[] = ["authentication", "applications", "security", "system"];

export default function Area(): ReactNode {
  // The router takes an address with a slash at its end for the same place.
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/+$/, "") });
  const area = AREAS.find((one) => path === paths[one]);
  return area ? <Landing key={area} area={area} /> : null;
}
