/** A message port as the stream that `pg` reads and writes instead of a socket. */
import { Duplex } from "node:stream";
import { MessageChannel, type MessagePort } from "node:worker_threads";

/** Methods of a socket that `pg` calls and a port has no use for. */
type Socket = Duplex & {
  connect(): Socket;
  setNoDelay(): Socket;
  setKeepAlive(): Socket;
  ref(): Socket;
  unref(): Socket;
};

/** A stream over a new port; `attach` gets the other end, and closes it where no connection can be had. */
export function createPortStream(attach: (port: MessagePort) => void): Socket {
  const { port1: port, port2: remote } = new MessageChannel();
  const stream = new Duplex({
    read() {},
    write(chunk: Uint8Array, _encoding, done) {
      // Copied: a Buffer often is a part of a shared pool, which must not travel.
      const copy = new Uint8Array(chunk);
      port.postMessage(copy, [copy.buffer]);
      done();
    },
    final(done) {
      port.close();
      done();
    },
    destroy(error, done) {
      port.close();
      done(error);
    },
  }) as Socket;
  port.on("message", (bytes: Uint8Array) => stream.push(Buffer.from(bytes.buffer)));
  port.on("close", () => {
    stream.push(null);
    stream.destroy();
  });
  stream.connect = () => {
    attach(remote);
    setImmediate(() => stream.emit("connect"));
    return stream;
  };
  stream.setNoDelay = () => stream;
  stream.setKeepAlive = () => stream;
  stream.ref = () => {
    port.ref();
    return stream;
  };
  stream.unref = () => {
    port.unref();
    return stream;
  };
  return stream;
}
