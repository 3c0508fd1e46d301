/**
 * Calls of gRPC in Java and Kotlin, whose compiler of protocols makes a base of the service and stubs: `class Shop extends OrdersGrpc.OrdersImplBase` handles
 * what `stub.place(request)` asks for, with an `OrdersBlockingStub`. None of these need be in the sources. Pure.
 */
import { type DeclaredRoute, REMOTE_CALL, type RouteRequest, type RouteSource } from "../routing.js";

/** The head of a class whose base is that of a service. */
const SERVICE =
  /\bclass\s+\w[^{};]{0,2000}?(?:\bextends\s|:)\s*(?:[\w.]{1,200}\.)?(?<service>[A-Z]\w{0,80}?)(?:Coroutine)?ImplBase\b/g;
/** `void place(Order order, StreamObserver<Reply> replies)`, `StreamObserver<Order> placeAll(StreamObserver<Reply> replies)`, `override suspend fun place(…)`. */
const HANDLES =
  /\b(?:void|StreamObserver\s{0,9}<[^()=;]{1,200}>)\s{1,9}(?<java>\w{1,80})\s{0,9}\((?=[^()]{0,400}\bStreamObserver\b)|\boverride\s{1,9}(?:suspend\s{1,9})?fun\s{1,9}(?<kotlin>\w{1,80})\s{0,9}\(/g;
/** The type of a stub, `OrdersGrpc.OrdersBlockingStub`, and a call that makes one, `OrdersGrpc.newStub(channel)`. */
const STUB =
  /(?<![\w.])(?:[\w.]{1,200}?\.)?(?:(?<service>[A-Z]\w{0,80}?)(?:Blocking(?:V2)?|Future|Coroutine)?Stub|(?<of>[A-Z]\w{0,80})Grpc\s{0,9}\.\s{0,9}new\w{0,20}Stub)\b/g;
/** Members of every stub. */
const OWN = /^(?:with[A-Z]\w*|getChannel|getCallOptions|build)$/;
/** Bounds: names of stubs to look at, and characters to search before a type for the start of its statement. */
const MOST_HOLDERS = 50;
const MOST_BEFORE = 240;

/** Whether a text may have either. */
export const hasRemoteCalls = (text: string): boolean => /Grpc(?:Kt)?\b/.test(text);

/** The methods of services that a source declares, as routes `/Orders/place`. */
export function declaredCalls({ code, closed, lineAt }: RouteSource): DeclaredRoute[] {
  return [...code.matchAll(SERVICE)].flatMap(({ index, 0: head, groups }) => {
    const open = code.indexOf("{", index + head.length);
    const body = code.slice(open, closed.get(open) ?? open);
    return [...body.matchAll(HANDLES)].map((method): DeclaredRoute => {
      const name = method.groups?.java ?? method.groups?.kotlin ?? "";
      const line = lineAt(open + method.index + method[0].lastIndexOf(name));
      const path = `/${groups?.service}/${name}`;
      return {
        method: REMOTE_CALL,
        path,
        lineStart: line,
        lineEnd: line,
        handler: line,
        owner: null,
        isPartial: false,
      };
    });
  });
}

/** The calls of stubs in a source, by the names that hold one in it. */
export function requestedCalls({ code, lineAt }: RouteSource): RouteRequest[] {
  const services = servicesOf(code);
  if (services.size === 0) return [];
  const names = [...services.keys()].join("|");
  const calls = new RegExp(
    `(?<![\\w$])(${names})(?:\\s*\\.\\s*with\\w{1,40}\\([^()]{0,200}\\))*\\s*\\??\\.\\s*(\\w{1,80})\\s*\\(`,
    "g",
  );
  return [...code.matchAll(calls)].flatMap(({ index, 0: whole, 1: holder = "", 2: called = "" }) =>
    OWN.test(called)
      ? []
      : [
          {
            method: REMOTE_CALL,
            path: `/${services.get(holder)}/${called}`,
            line: lineAt(index + whole.lastIndexOf(called)),
          },
        ],
  );
}

/** The service of each name that holds a stub: a field, a parameter or a variable, by its type or by the call that makes it. */
function servicesOf(code: string): Map<string, string> {
  const services = new Map<string, string>();
  for (const match of code.matchAll(STUB)) {
    const { service = match.groups?.of ?? "" } = match.groups ?? {};
    // A class of another kind may be called a stub.
    if (service === "" || !new RegExp(`\\b${service}Grpc(?:Kt)?\\b`).test(code)) continue;
    const end = match.index + match[0].length;
    const before = code.slice(Math.max(0, match.index - MOST_BEFORE), match.index);
    const holder =
      /^\??\s+(\w{1,80})\s*[;,)=]/.exec(code.slice(end, end + 120))?.[1] ??
      /(\w{1,80})\s*:\s*$/.exec(before)?.[1] ??
      /(\w{1,80})\s*=(?![=>])[^;{}=]*$/.exec(before)?.[1];
    if (holder !== undefined && services.size < MOST_HOLDERS) services.set(holder, service);
  }
  return services;
}
