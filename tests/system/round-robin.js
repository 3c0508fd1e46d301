/**
 * The plainest proxy in front of replicas. Each request goes to the next of the targets' present addresses, and to the one after that where nothing
 * listens or a question is dropped. It keeps no sessions, so that whoever asks through it finds out if the service needs any.
 *
 *   node round-robin.js PORT HOST:PORT…
 */
import { lookup } from "node:dns/promises";
import { createServer, request } from "node:http";

const [port, ...targets] = process.argv.slice(2);
let turn = 0;

/** All addresses, beginning with whose turn it is. */
async function addresses() {
  const found = await Promise.all(
    targets.map(async (target) => {
      const { hostname, port } = new URL(`http://${target}`);
      const all = await lookup(hostname, { all: true, family: 4 }).catch(() => []);
      return all.map(({ address }) => ({ host: address, port })).sort((a, b) => (a.host < b.host ? -1 : 1));
    }),
  );
  const all = found.flat();
  const first = turn++ % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

function forward(incoming, outgoing, [address, ...others]) {
  if (!address) {
    outgoing.writeHead(502, { "content-type": "text/plain" }).end("No replica answers.\n");
    return;
  }
  const { method, url, rawHeaders } = incoming;
  const asked = request({ ...address, method, path: url, headers: rawHeaders, agent: false });
  let isSent = false;
  asked.on("socket", (socket) =>
    socket.once("connect", () => {
      isSent = true;
      incoming.pipe(asked);
    }),
  );
  asked.on("response", (response) => {
    outgoing.writeHead(response.statusCode, response.rawHeaders);
    response.on("error", () => outgoing.destroy());
    response.pipe(outgoing);
  });
  asked.on("error", () => {
    if (outgoing.headersSent) outgoing.destroy();
    // A replica that stops drops those whom it has not let in yet. Only looking may be asked of another.
    else if (!isSent || method === "GET" || method === "HEAD") forward(incoming, outgoing, others);
    // A change that was sent may have been made: the caller knows whether to ask again.
    else outgoing.writeHead(502, { "content-type": "text/plain" }).end("The replica went away.\n");
  });
  outgoing.on("close", () => asked.destroy());
}

const server = createServer(async (incoming, outgoing) => forward(incoming, outgoing, await addresses()));
// As long as other proxies keep them: after Node's 5 s a client may ask by a connection that is ended in that moment.
server.keepAliveTimeout = 75_000;
server.listen(Number(port), () => console.log(`round robin on port ${server.address().port}`));
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit());
