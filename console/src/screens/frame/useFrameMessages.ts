import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect } from "react";
import { listenToFrame } from "../../features/frame/channel.ts";
import type { FromFrame } from "../../features/frame/messages.ts";
import { consoleInfoQuery } from "../../features/nodes/consoleInfo.ts";
import { useMessages } from "../../platform/messages/Messages.tsx";
import { helpLinkKey, uiSettingsQuery } from "../../platform/page/uiSettings.ts";
import { OneAtATime } from "../../platform/session/oneAtATime.ts";
import { noteOutsideActivity } from "../../platform/session/SessionWatch.tsx";

/** Queries that show the server's status, and are read again after activity in the frame. */
const STATUS = ["notifications", "banners", consoleInfoQuery.queryKey[0]];
/** Several calls each time: the first click triggers them immediately, and clicks soon after it are combined. */
const STATUS_REST_MS = 5_000;

/** Handles the messages of the frame. */
export function useFrameMessages(frame: RefObject<HTMLIFrameElement | null>): void {
  const messages = useMessages();
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const status = new OneAtATime(
      () => Promise.all(STATUS.map((key) => client.invalidateQueries({ queryKey: [key] }))),
      STATUS_REST_MS,
    );
    async function obey(message: FromFrame): Promise<void> {
      switch (message.kind) {
        case "showSuccess":
          return messages.success(message.message);
        case "showInfo":
          return messages.info(message.message);
        case "updateHelpLink":
          return void client.setQueryData(helpLinkKey, message.url);
        case "activity":
          noteOutsideActivity();
          return status.request();
        case "reloadNavigation":
          await client.invalidateQueries({ queryKey: uiSettingsQuery.queryKey });
          if (message.target) router.history.push(message.target);
      }
    }
    const stop = listenToFrame(
      () => frame.current?.contentWindow,
      (message) => void obey(message),
    );
    return () => {
      stop();
      status.stop();
      // The help link belonged to this page.
      client.setQueryData(helpLinkKey, "");
    };
  }, [frame, messages, client, router]);
}
