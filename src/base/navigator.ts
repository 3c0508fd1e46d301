/**
 * The `navigator` of Node 21 on Node 20. A module that imports `pg` imports this one first, for its effect.
 *
 * `pg` asks on which runtime it is. Without a `navigator` it makes a `Response` to find out, and Node loads all of `fetch` for that: 60 ms of CPU and
 * 12 MB in each thread with connections.
 */
if (!("navigator" in globalThis)) {
  const value = { userAgent: `Node.js/${process.versions.node.split(".")[0]}` };
  Object.defineProperty(globalThis, "navigator", { value, configurable: true, writable: true });
}

export {};
