/** An SMTP server that keeps the messages that it receives. */

import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import type { APIRequestContext } from "@playwright/test";
import { post, put } from "../system/signedIn.ts";

export interface MailServer {
  port: number;
  /** Returns the next message. */
  next: () => Promise<string>;
  /** Returns the first link in the next message. */
  nextLink: () => Promise<string>;
  close: () => void;
}

/** Makes the server send its messages to a mail server. */
export async function sendMailTo(request: APIRequestContext, mail: MailServer): Promise<void> {
  const fields = { "From Address": "hanse@example.com", "Email Server": "localhost", "SMTP Port": String(mail.port) };
  await post(request, "/notificationPublishers", {
    id: `mail-${mail.port}`,
    name: `Mail ${mail.port}`,
    pluginDescriptorRef: { id: "com.pingidentity.email.SmtpNotificationPlugin" },
    configuration: { fields: Object.entries(fields).map(([name, value]) => ({ name, value })) },
  });
  const defaultNotificationPublisherRef = { id: `mail-${mail.port}` };
  await put(request, "/notificationPublishers/settings", { defaultNotificationPublisherRef });
}

export async function startMailServer(): Promise<MailServer> {
  const messages: string[] = [];
  const waiting: ((message: string) => void)[] = [];
  const received = (message: string) => {
    const first = waiting.shift();
    if (first === undefined) messages.push(message);
    else first(message);
  };
  const server = createServer((socket) => converse(socket, received));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const next = async () => decoded(messages.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve))));
  return {
    port: (server.address() as AddressInfo).port,
    next,
    nextLink: async () => /https:\/\/\S+/.exec(await next())?.[0] ?? "",
    close: () => server.close(),
  };
}

/** Decodes quoted-printable text (RFC 2045, section 6.7), which messages with long lines have. */
function decoded(message: string): string {
  const joined = message.replace(/=\n/g, "");
  return joined.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The commands of RFC 5321 that a client without authentication uses. */
function converse(socket: Socket, received: (message: string) => void): void {
  let text = "";
  let message: string | undefined;
  socket.setEncoding("utf8");
  socket.write("220 mail\r\n");
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (message === undefined) {
        const command = line.toUpperCase();
        if (command === "DATA") message = "";
        socket.write(command === "DATA" ? "354 go on\r\n" : command === "QUIT" ? "221 bye\r\n" : "250 fine\r\n");
      } else if (line === ".") {
        received(message);
        message = undefined;
        socket.write("250 taken\r\n");
      } else message += `${line}\n`;
    }
  });
}
