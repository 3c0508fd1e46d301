/** Lets the conformance suites start on Node 20: they import `globSync` of fs, which is newer, for commands that are not run here. */
import { register } from "node:module";

const hooks = `
export const resolve = (specifier, context, next) =>
  specifier === "fs" && /conformance-(next|released)/.test(context.parentURL ?? "")
    ? { url: "shim:fs", shortCircuit: true }
    : next(specifier, context);
export const load = (url, context, next) =>
  url === "shim:fs"
    ? {
        format: "module",
        shortCircuit: true,
        source: "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => { throw new Error('needs Node 22'); };",
      }
    : next(url, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
