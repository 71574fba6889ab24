/** A standalone server that reports nothing to banners. */
import { HttpResponse, http } from "msw";
import { server } from "./server.ts";

export function serveNoBanners(): void {
  const none = () => HttpResponse.json({ items: [] });
  server.use(
    http.get("*/pf-admin-ui/licenseExpiryStatus", () =>
      HttpResponse.json({ item: { status: "OK", prefix: "", message: "" } }),
    ),
    http.get("*/pf-admin-ui/internalDbWarnings", none),
    http.get("*/pf-admin-ui/activeAdministrators", none),
    http.get("*/internal/activePassiveConsoleInfo", () => HttpResponse.json({ enabled: false, role: "ACTIVE" })),
    http.get("*/internal/replicationInfo", () => HttpResponse.json({ replicationRequired: false, nodes: [] })),
  );
}
