/** A proxy in front of the service, as a company has one. */
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

interface ProxyOptions {
  /** Taken off paths, as by a proxy before several services. */
  prefix?: string;
  /** Added to each request, such as the proof of who asks. */
  headers?: Record<string, string>;
}

/** Starts it before `target`. It must be closed. */
export async function startProxy(target: string, { prefix = "", headers: added = {} }: ProxyOptions) {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(`${prefix}/`)) return void response.writeHead(404).end();
    const { method, headers } = request;
    const options = { method, headers: { ...headers, ...added } };
    const onward = send(new URL(request.url.slice(prefix.length), target), options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
