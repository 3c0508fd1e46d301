/** Names that no symbol has as they are written: an inherited member, a method without its ending, all overloads of one name. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const ask = useProject({
  "src/store.ts": dedent`
    export abstract class Store {
      close(): void {}
      open(): void {}
    }
    export class DiskStore extends Store {
      open(): void {}
    }
    export class FileStore extends DiskStore {}
  `,
  "src/Volumes.cs": dedent`
    public class Volumes
    {
        public Task RegisterAsync(int id) => RegisterAsync(id, "");
        public Task RegisterAsync(int id, string name) => RegisterAsync(id, name, 0);
        public Task RegisterAsync(int id, string name, long size) => RegisterAsync(id, name, size, false);
        public Task RegisterAsync(int id, string name, long size, bool isNew) => Task.CompletedTask;
        public void Clear() {}
    }
  `,
});
async function placesOf(symbol: string): Promise<string[]> {
  const { structured } = await ask("get_source", { symbols: [symbol], form: "signature", neighbours: false });
  const { results } = structured as { results: { file_path: string; line_start: number }[] };
  return results.map(({ file_path: path, line_start: line }) => `${path}:${line}`);
}

test.each([
  { name: "FileStore.close", want: ["src/store.ts:2"] },
  { name: "FileStore.open", want: ["src/store.ts:6"] },
  { name: "FileStore.lock", want: [] },
  { name: "Volumes.Register", want: [3, 4, 5, 6].map((line) => `src/Volumes.cs:${line}`) },
  { name: "Volumes.ClearAsync", want: ["src/Volumes.cs:7"] },
])("$name", async ({ name, want }) => {
  expect(await placesOf(name)).toEqual(want);
});

test("the callers of each overload are told", async () => {
  const { text } = await ask("get_relations", { symbols: ["Volumes.Register"], relations: ["callers"] });
  expect(text.match(/caller of Volumes\.RegisterAsync/g)).toHaveLength(3);
});
