/** get_dependencies with edge type contains: each member once, however often it is declared. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "store.ts": `export class Store {
  get(key: string): string;
  get(key: number): number;
  get(key: string | number): string | number {
    return key;
  }
  put(key: string): void {}
}
`,
  "Box.cs": dedent`
    public class Box {
      public void Put(int a) {}
      public void Put(string a) {}
    }
  `,
});

async function members(place: string): Promise<[string, number[]][]> {
  const args = { node_id: place, edge_type: "contains" };
  const { structured } = await call("get_dependencies", args);
  const { results } = structured as unknown as { results: { name: string; lines: number[] }[] };
  return results.map(({ name, lines }) => [name, lines]);
}

test("the overloads of a method in TypeScript are one member, with a line for each", async () => {
  expect(await members("store.ts:1")).toEqual([
    ["get", [2, 3, 4]],
    ["put", [7]],
  ]);
});

test("overloads in C# are members of their own", async () => {
  expect(await members("Box.cs:1")).toEqual([
    ["Put", [2]],
    ["Put", [3]],
  ]);
});
