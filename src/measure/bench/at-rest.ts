/** Measures the memory of a service that nobody asks any more. */
import { pause } from "../../base/promises.js";
import type { Figure, Section } from "./figures.js";
import { memoryOf } from "./machine.js";
import { createMcpClient } from "./mcp-client.js";
import type { Workspace } from "./workspace.js";

/** Questions of the kind that reads most into memory, and the time after the last one, in milliseconds. */
const QUESTIONS = ["where is input validated", "how are errors reported", "what is read when it starts"];
const REST_MS = 60_000;

/** Memory at the peak of a first start, right after questions, and a minute later. */
export async function benchAtRest(workspace: Workspace, root: string): Promise<Section> {
  const { signal } = workspace;
  const service = await workspace.serve(root, workspace.path("data"));
  await service.built;
  const client = createMcpClient(service.url, signal);
  for (const query of QUESTIONS) await client.call("codebase_retrieval", { query });
  client.close();
  const asked = memoryOf(service.pid);
  await pause(REST_MS, signal);
  const rested = memoryOf(service.pid);
  await service.stop();
  const megabytes = (name: string, bytes: number | undefined): Figure[] =>
    bytes === undefined ? [] : [{ name, value: bytes / 1e6, unit: "MB" }];
  return {
    name: "service at rest",
    method: `codeindex serve with an empty data folder, as npm start sets it: after ${QUESTIONS.length} questions over MCP, and ${REST_MS / 1000} s later.`,
    figures: [
      ...megabytes("peak memory, the first index included", asked?.peak),
      ...megabytes("memory after the questions", asked?.now),
      ...megabytes("memory at rest", rested?.now),
    ],
  };
}
