/** The window of one list of endpoints: no console around it, as it stays open beside what one is working on. */
import { useParams } from "@tanstack/react-router";
import { isEndpointKind } from "../../../features/endpoints.ts";
import { NotFound } from "../../../platform/page/Fallback.tsx";
import { useUiSettings } from "../../../platform/page/uiSettings.ts";
import { SessionWatch } from "../../../platform/session/SessionWatch.tsx";
import { Endpoints } from "./Endpoints.tsx";

export default function EndpointsWindow() {
  const { kind = "" } = useParams({ strict: false });
  const { settings } = useUiSettings();
  if (!isEndpointKind(kind)) return <NotFound />;
  return (
    <>
      <Endpoints kind={kind} consoleTitle={settings?.consoleTitle} />
      {settings && <SessionWatch timeout={settings.consoleSessionTimeoutInMilli} />}
    </>
  );
}
