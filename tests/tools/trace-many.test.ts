/** `trace` where a step leads over members of one name in more files than it reads. */
import { describe, expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const HANDLERS = Array.from({ length: 30 }, (_, number) => `Handler${number}`);

describe("members of one name that call each other", () => {
  const ask = useProject({
    "src/base.ts": dedent`
      export class Base {
        run(job: string): string {
          return job;
        }
      }
    `,
    ...Object.fromEntries(
      HANDLERS.map((name) => [
        `src/${name}.ts`,
        dedent`
          import { Base } from "./base.js";
          export class ${name} extends Base {
            override run(job: string): string {
              return super.run(job);
            }
          }
        `,
      ]),
    ),
    "src/main.ts": dedent`
      import { Handler7 } from "./Handler7.js";
      export function main(handler: Handler7): string {
        return handler.run("first");
      }
    `,
  });

  test("have the ways to them told, in however many files they are", async () => {
    const { isError, text } = await ask("trace", { from: "main", to: "Base.run" });
    expect(isError).toBe(false);
    expect(text).toMatch(/main → Handler7\.run → Base\.run/);
  });
});
