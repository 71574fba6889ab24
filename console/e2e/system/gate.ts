/** A gate between the server and its cloud: it passes calls on, delays them, or refuses connections. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";

export interface Gate {
  port: number;
  /** Passes calls on. */
  open: () => Promise<void>;
  /** Accepts calls and answers none. */
  keepWaiting: () => Promise<void>;
  /** Refuses connections. */
  shut: () => Promise<void>;
}

export async function startGate(target: number): Promise<Gate> {
  let server: Server | undefined;
  let waiting = false;
  let port = 0;

  function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    if (waiting) return;
    const { method, url: path, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port: target, method, path, headers }, (answered) => {
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(outgoing);
    });
    onward.once("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }

  function listen(): Promise<void> {
    if (server) return Promise.resolve();
    const made = createServer(answer);
    server = made;
    return new Promise((resolve) =>
      made.listen(port, "127.0.0.1", () => {
        const address = made.address();
        if (address && typeof address === "object") port = address.port;
        resolve();
      }),
    );
  }

  async function shut() {
    const open = server;
    server = undefined;
    if (!open) return;
    const closed = new Promise((resolve) => open.close(resolve));
    open.closeAllConnections();
    await closed;
  }

  await listen();
  return {
    port,
    shut,
    open: () => {
      waiting = false;
      return listen();
    },
    keepWaiting: () => {
      waiting = true;
      return listen();
    },
  };
}
