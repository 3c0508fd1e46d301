/** Callers of callers go through interfaces, base classes and abstract members, in TypeScript and in C#. */
import { expect, test } from "vitest";
import getCallers from "../../src/tools/get-callers.js";
import { runTool } from "../graph/run-tool.js";
import { type BuiltRepository, buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const TYPESCRIPT = {
  "src/jobs.ts": dedent`
    export function send() {}
    export interface Job {
      run(): void;
    }
    export class Mail implements Job {
      run() {
        send();
      }
    }
    export abstract class Task {
      abstract start(): void;
    }
    export class Push extends Task {
      start() {
        send();
      }
    }
    export const fax: Job = {
      run() {
        send();
      },
    };
  `,
  "src/queue.ts": dedent`
    import type { Job, Task } from "./jobs";
    export function work(job: Job) {
      job.run();
    }
    export function begin(task: Task) {
      task.start();
    }
    export function workAll(jobs: Job[]) {
      for (const job of jobs) work(job);
    }
  `,
};

const CSHARP = {
  "Jobs.cs": dedent`
    namespace Shop;
    public static class Post {
        public static void Send() {} }
    public interface IJob<T> { void Run(T with); }
    public class Mail : IJob<int>
    {
        public void Run(int with) { Post.Send(); }
    }
    public class Fax : IJob<string>
    {
        void IJob<string>.Run(string with) { Post.Send(); }
    }
    public abstract class Task { public abstract void Start(); }
    public class Push : Task
    {
        public override void Start() => Post.Send();
    }
  `,
  "Queue.cs": dedent`
    namespace Shop;
    public class Queue
    {
        public void Work(IJob<int> job) { job.Run(1); }
        public void WorkText(IJob<string> job) { job.Run("a"); }
        public void Begin(Task task) { task.Start(); }
        public void WorkAll(IJob<int> job) { Work(job); }
    }
  `,
};

/** A base whose member one class overrides; its sibling calls what it has inherited, and another overrider calls the base. */
const SIBLINGS: Record<string, { files: Record<string, string>; near: string; far: string }> = {
  Python: {
    files: {
      "near.py": dedent`
        from far import country
        from base import Mutation

        class Checkout(Mutation):
            @classmethod
            def clean(cls, data):
                return country(data)
      `,
      "far.py": dedent`
        def country(data):
            return data
      `,
      "base.py": dedent`
        class Mutation:
            @classmethod
            def clean(cls, data):
                return data

            @classmethod
            def perform(cls, data):
                return cls.clean(data)

        class Address(Mutation):
            @classmethod
            def save(cls, data):
                return cls.clean(data)

        class Account(Mutation):
            @classmethod
            def clean(cls, data):
                return super().clean(data)

            @classmethod
            def bulk(cls, data):
                return Mutation.clean(data)

        def run(mutation: Mutation):
            mutation.clean({})
      `,
    },
    near: "near.py:6",
    far: "far.py:1",
  },
  "C#": {
    files: {
      "Shop.cs": dedent`
        namespace Shop;
        public static class Far {
            public static void Country() {} }
        public abstract class Mutation {
            public virtual void Clean() {}
            public void Perform() { Clean(); }
        }
        public class Checkout : Mutation {
            public override void Clean() { Far.Country(); }
        }
        public class Address : Mutation {
            public void Save() { Clean(); }
        }
        public class Account : Mutation {
            public override void Clean() { base.Clean(); }
        }
        public static class Runner { public static void Run(Mutation mutation) { mutation.Clean(); } }
      `,
    },
    near: "Shop.cs:9",
    far: "Shop.cs:3",
  },
};

describeStores("callers of callers", (store) => {
  const indirect = async (built: BuiltRepository, args: Record<string, unknown>) => {
    const { output } = await runTool(getCallers, args, built);
    return output.results
      .filter(({ depth }) => depth > 1)
      .map(({ depth, qualified_name: name, via_name: via }) => `${depth} ${name} via ${via}`);
  };

  test("the calls of the interface stand before what leads to them, where there are no others", async () => {
    const built = await buildRepository(store(), TYPESCRIPT);
    const { text } = await runTool(getCallers, { node_id: "src/jobs.ts:6", depth: 2 }, built);
    expect(text.split("\n\n")[0]).toBe(
      dedent`
      No direct callers of Mail.run (src/jobs.ts:6); 1 indirect; 1 caller of what it overrides or implements
      1 caller of what it overrides or implements, whose calls may come here:
      src/queue.ts:3  work  via Job.run
          job.run();
      Indirect, step 2:
      src/queue.ts:9  workAll  via work
          for (const job of jobs) work(job);
    `.trimEnd(),
    );
  });

  test("in TypeScript", async () => {
    const built = await buildRepository(store(), TYPESCRIPT);
    expect(await indirect(built, { node_id: "src/jobs.ts:1", depth: 3 })).toEqual([
      "2 work via Job.run",
      "2 begin via Task.start",
      "3 workAll via work",
    ]);
    expect(await indirect(built, { node_id: "src/jobs.ts:6", depth: 2 })).toEqual(["2 workAll via work"]);
  });

  test("many direct callers, and tests that are left out, do not end the walk", async () => {
    const calls = Array.from({ length: 220 }, (_, index) => `export function use${index}() { save(); }`).join("\n");
    const built = await buildRepository(store(), {
      "src/save.ts": "export function save() {}\n",
      "src/start.ts": dedent`
        import { order } from "./order";
        export function start() { order(); }
      `,
      "src/order.ts": dedent`
        import { save } from "./save";
        export function order() { save(); }
      `,
      "tests/save.test.ts": `import { save } from "../src/save";\n${calls}\n`,
    });
    const args = { node_id: "src/save.ts:1", depth: 2 };
    expect(await indirect(built, { ...args, tests: "exclude" })).toEqual(["2 start via order"]);
    expect(await indirect(built, { ...args, limit: 300 })).toEqual(["2 start via order"]);
    const { output } = await runTool(getCallers, { ...args, tests: "exclude" }, built);
    expect(output.capped).toBe(false);
  });

  test("in C#", async () => {
    const built = await buildRepository(store(), CSHARP);
    expect(await indirect(built, { node_id: "Jobs.cs:3", depth: 3 })).toEqual([
      "2 Shop.Queue.Work via Shop.IJob.Run",
      "2 Shop.Queue.WorkText via Shop.IJob.Run",
      "2 Shop.Queue.Begin via Shop.Task.Start",
      "3 Shop.Queue.WorkAll via Shop.Queue.Work",
    ]);
  });

  test.each(Object.entries(SIBLINGS))("siblings of an overrider call what they inherited, in %s", async (_, sample) => {
    const built = await buildRepository(store(), sample.files);
    const own = (name: string) => name.split(".").slice(-2).join(".").toLowerCase();
    const { output } = await runTool(getCallers, { node_id: sample.near }, built);
    const callers = output.via_interface.map(({ qualified_name: name }) => own(name));
    expect(callers.map((name) => name.split(".").at(-1))).toEqual(["perform", "run"]);
    const far = await runTool(getCallers, { node_id: sample.far, depth: 2 }, built);
    const indirect = far.output.results.filter(({ depth }) => depth === 2);
    expect(indirect.map(({ qualified_name: name }) => own(name).split(".").at(-1))).toEqual(["perform", "run"]);
  });
});
