/** A TCP proxy before a real server, that breaks in the ways a network and a server break. */
import { connect, createServer, type Socket } from "node:net";

export interface FaultProxy {
  port: number;
  /** The server is gone: connections are cut and refused until `restore`. */
  stop(): void;
  /** Nothing passes and nothing is cut until `restore`: a network that loses packets, a machine that sleeps. */
  stall(): void;
  /** The delay of everything until `restore`, in milliseconds each way. */
  slow(delay: number): void;
  restore(): void;
  /** Leads to another port of the server from now on: what is connected is cut. */
  leadTo(port: number): void;
  /** Cuts what is connected, once. */
  cut(): void;
  close(): Promise<void>;
}

/** Breaks several ways to a server at once. */
export function together(first: FaultProxy, ...more: FaultProxy[]): FaultProxy {
  const all = [first, ...more];
  const each = (act: (proxy: FaultProxy) => void) => () => all.forEach(act);
  return {
    port: first.port,
    stop: each((proxy) => proxy.stop()),
    stall: each((proxy) => proxy.stall()),
    restore: each((proxy) => proxy.restore()),
    leadTo: () => {
      throw new Error("several ways lead to several servers");
    },
    cut: each((proxy) => proxy.cut()),
    slow(delay) {
      for (const proxy of all) proxy.slow(delay);
    },
    async close() {
      await Promise.all(all.map((proxy) => proxy.close()));
    },
  };
}

/** Listens on a free port of this machine and passes everything on to `host`, at first to `firstPort`. */
export async function openFaultProxy(host: string, firstPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let state: "open" | "stopped" | "stalled" = "open";
  let delay = 0;
  let port = firstPort;
  const server = createServer((client) => {
    if (state === "stopped") {
      client.destroy();
      return;
    }
    const upstream = connect(port, host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      if (state === "stalled") from.pause();
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      const pass = (data: Buffer) => {
        if (!to.write(data)) from.pause();
      };
      from.on("data", (data) => {
        if (delay === 0) pass(data);
        else setTimeout(pass, delay, data);
      });
      to.on("drain", () => {
        if (state !== "stalled") from.resume();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    cut,
    leadTo(other) {
      port = other;
      cut();
    },
    stop() {
      state = "stopped";
      cut();
    },
    stall() {
      state = "stalled";
      for (const socket of sockets) socket.pause();
    },
    slow(milliseconds) {
      delay = milliseconds;
    },
    restore() {
      state = "open";
      delay = 0;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      cut();
      await new Promise((closed) => server.close(closed));
    },
  };
}
