/**
 * Calls of gRPC, of which the compiler of protocols makes a base of the service and a client: `class Shop : Orders.OrdersBase` handles what
 * `ordersClient.PlaceAsync(request)` asks for, with an `Orders.OrdersClient`. Neither is in the sources. Pure.
 */
import { type DeclaredRoute, REMOTE_CALL, type RouteRequest, type RouteSource } from "../routing.js";

/** The head of a class whose base is that of a service. */
const SERVICE = /\bclass\s+\w[^{};]{0,2000}?[:,]\s*(?:[\w.:]{1,200}?\.)?(?<service>[A-Z]\w{0,80})\.\k<service>Base\b/g;
const OVERRIDE = /\boverride\s+[\w\s.<>[\],?]{1,200}?(?<name>\w{1,80})\s*\((?=[^()]{0,400}\bServerCallContext\b)/g;
/** The type of a client, also by its path of namespaces. */
const CLIENT = /(?<![\w.:])(?:[\w.:]{1,200}?\.)?(?<service>[A-Z]\w{0,80})\.\k<service>Client\b/g;
const ALIAS = /\busing\s+(?<alias>\w{1,80})\s*=\s*$/;
/** Names that hold clients, and calls, that are looked at. */
const MOST_HOLDERS = 50;
/** Characters before a type in which a statement begins that sets a name to a value of it. */
const MOST_BEFORE = 240;

/** Whether a text may have either. */
export const hasRemoteCalls = (text: string): boolean => /\.\w+(?:Base|Client)\b/.test(text);

/** The methods of services that a source declares, as routes `/Orders/Place`. */
export function declaredCalls({ code, closed, lineAt }: RouteSource): DeclaredRoute[] {
  return [...code.matchAll(SERVICE)].flatMap(({ index, 0: head, groups }) => {
    const open = code.indexOf("{", index + head.length);
    const body = code.slice(open, closed.get(open) ?? open);
    return [...body.matchAll(OVERRIDE)].map((override): DeclaredRoute => {
      const line = lineAt(open + override.index);
      const path = `/${groups?.service}/${override.groups?.name}`;
      return { method: REMOTE_CALL, path, ...onLine(line), handler: line, owner: null, isPartial: false };
    });
  });
}

const onLine = (line: number) => ({ lineStart: line, lineEnd: line });

/** The calls of clients in a source, by the names that hold a client in it: parameters, fields, variables, and methods that give one. */
export function requestedCalls({ code, lineAt }: RouteSource): RouteRequest[] {
  const services = servicesOf(code);
  if (services.size === 0) return [];
  const names = [...services.keys()].join("|");
  const calls = new RegExp(`(?<![\\w$])(${names})(?:\\([^()]{0,200}\\))?\\s*[!?]?\\s*\\.\\s*(\\w{1,80})\\s*\\(`, "g");
  return [...code.matchAll(calls)].map(({ index, 0: whole, 1: holder = "", 2: called = "" }) => ({
    method: REMOTE_CALL,
    path: `/${services.get(holder)}/${called.replace(/(?<=.)Async$/, "")}`,
    line: lineAt(index + whole.lastIndexOf(called)),
  }));
}

/** The service of each name that holds a client. */
function servicesOf(code: string): Map<string, string> {
  const services = new Map<string, string>();
  const add = (name: string | undefined, service: string): void => {
    if (name !== undefined && services.size < MOST_HOLDERS) services.set(name, service);
  };
  const typed = (type: { index: number; 0: string }, service: string): void => {
    const end = type.index + type[0].length;
    add(/^\??\s+(\w{1,80})\s*[;,)=({]/.exec(code.slice(end, end + 120))?.[1], service);
    const before = code.slice(Math.max(0, type.index - MOST_BEFORE), type.index);
    add(/(\w{1,80})\s*=(?![=>])[^;{}=]*$/.exec(before)?.[1], service);
  };
  for (const match of code.matchAll(CLIENT)) {
    const service = match.groups?.service ?? "";
    const alias = ALIAS.exec(code.slice(Math.max(0, match.index - MOST_BEFORE), match.index))?.groups?.alias;
    if (alias === undefined) typed(match, service);
    else for (const use of code.matchAll(new RegExp(`(?<![\\w.])${alias}\\b(?!\\s*=)`, "g"))) typed(use, service);
  }
  for (const [holder, service] of [...services])
    for (const [, name] of code.matchAll(
      new RegExp(`(\\w{1,80})\\s*=\\s*(?:await\\s+)?(?:this\\.)?${holder}\\s*[(;]`, "g"),
    ))
      add(name, service);
  return services;
}
