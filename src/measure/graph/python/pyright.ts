/** A client of pyright's language server, which tells where names are defined. pyright is not a dependency: it is installed in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A place in a file: line and column count from 0. */
export interface SourcePlace {
  path: string;
  line: number;
  column: number;
}

export interface Pyright {
  open(path: string, text: string): void;
  close(path: string): void;
  /** The definitions of the name at a place. */
  definitions(place: SourcePlace): Promise<SourcePlace[]>;
  stop(): void;
}

interface Location {
  uri?: string;
  targetUri?: string;
  range?: { start: { line: number; character: number } };
  targetSelectionRange?: { start: { line: number; character: number } };
}

interface Message {
  id?: number;
  method?: string;
  params?: { items?: unknown[] };
  result?: unknown;
}

/** Starts the server of the pyright in `folder` for a repository. */
export async function startPyright(folder: string, root: string): Promise<Pyright> {
  const server = spawn(process.execPath, [join(folder, "node_modules/pyright/langserver.index.js"), "--stdio"], {
    cwd: root,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  readMessages(server, (message) => {
    if (message.method === undefined) {
      waiting.get(message.id ?? -1)?.(message.result);
      waiting.delete(message.id ?? -1);
    } else if (message.id !== undefined) send({ id: message.id, result: answerTo(message) });
  });
  const rootUri = pathToFileURL(root).href;
  await request("initialize", {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: "root" }],
    capabilities: { workspace: { configuration: true, workspaceFolders: true } },
  });
  send({ method: "initialized", params: {} });
  const uriOf = (path: string) => pathToFileURL(join(root, path)).href;
  return {
    open: (path, text) =>
      send({
        method: "textDocument/didOpen",
        params: { textDocument: { uri: uriOf(path), languageId: "python", version: 1, text } },
      }),
    close: (path) => send({ method: "textDocument/didClose", params: { textDocument: { uri: uriOf(path) } } }),
    async definitions({ path, line, column }) {
      const found = await request("textDocument/definition", {
        textDocument: { uri: uriOf(path) },
        position: { line, character: column },
      });
      const all = (Array.isArray(found) ? found : found ? [found] : []) as Location[];
      return all.flatMap((each) => sourcePlaces(each, rootUri));
    },
    stop: () => server.kill(),
  };
}

/** Settings that the server asks for: it opens files alone, and takes no packages of this machine. */
function answerTo({ method, params }: Message): unknown {
  if (method !== "workspace/configuration") return null;
  return (params?.items ?? []).map(() => ({
    analysis: { diagnosticMode: "openFilesOnly", autoSearchPaths: true, indexing: false },
    pythonPath: "/nonexistent",
  }));
}

function sourcePlaces({ uri, targetUri, range, targetSelectionRange }: Location, rootUri: string): SourcePlace[] {
  const target = uri ?? targetUri ?? "";
  const start = (targetSelectionRange ?? range)?.start;
  if (start === undefined) return [];
  const inside = target.startsWith(`${rootUri}/`) ? decodeURIComponent(target.slice(rootUri.length + 1)) : "";
  return [{ path: inside, line: start.line, column: start.character }];
}

function readMessages(server: ChildProcess, each: (message: Message) => void): void {
  let rest = Buffer.alloc(0);
  server.stdout?.on("data", (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const head = rest.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, head).toString())?.[1]);
      if (rest.length < head + 4 + length) return;
      const body = rest.subarray(head + 4, head + 4 + length).toString();
      rest = rest.subarray(head + 4 + length);
      each(JSON.parse(body) as Message);
    }
  });
}
