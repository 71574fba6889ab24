/** A `fetch` for one client, which trusts the certificate that the server created at its first start. */
import type { IncomingMessage } from "node:http";
import { request } from "node:https";

export function fetchThatTrusts(certificate: string) {
  return async (address: string, options: Omit<RequestInit, "body"> & { body?: unknown }): Promise<Response> => {
    const asked = new Request(address, options as RequestInit);
    const body = Buffer.from(await asked.arrayBuffer());
    const headers = { ...Object.fromEntries(asked.headers), "content-length": body.length };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sending = request(address, { ca: certificate, method: asked.method, headers }, resolve);
      sending.on("error", reject);
      sending.end(body);
    });
    return answered(answer);
  };
}

async function answered(answer: IncomingMessage): Promise<Response> {
  const parts = await answer.toArray();
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(parts.length > 0 ? Buffer.concat(parts) : null, { status: answer.statusCode ?? 0, headers });
}
