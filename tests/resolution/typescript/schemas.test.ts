/** Schemas of zod: what they give has the keys of the objects that they are made of. */
import { expect, test } from "vitest";
import { MOST_STEPS } from "../../../src/resolution/budget.js";
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, edgesOf, programOf, testEdges } from "../helpers.js";

const SCHEMAS = dedent`
  import { z } from "zod";
  export const User = z.object({ name: z.string(), address: z.object({ city: z.string() }).optional() });
  export const Trace = z.object({ id: z.string(), user: User, tags: z.array(z.object({ label: z.string() })) });
  export type Trace = z.infer<typeof Trace>;`;

const cases: EdgeCase[] = [
  {
    name: "a value of z.infer has the keys, and the schema under a key leads on",
    files: {
      "schemas.ts": SCHEMAS,
      "a.ts": dedent`
        import type { Trace } from "./schemas";
        function read(trace: Trace) { return trace.user.address?.city; }
        function tags(trace: Trace) { for (const tag of trace.tags) tag.label; trace.tags.map((tag) => tag.label); trace.tags[0].label; }
        function make(): Trace { return { id: "1", user: { name: "n" }, tags: [{ label: "l" }] }; }`,
    },
    of: "a.ts",
    has: [
      "read references schemas.ts#Trace.user (import)",
      "read references schemas.ts#User.address (import)",
      "read references schemas.ts#User.address.city (import)",
      "tags references schemas.ts#Trace.tags (import)",
      "tags references schemas.ts#Trace.tags.label (import)",
      "make references schemas.ts#Trace.id (import)",
      "make references schemas.ts#User.name (import)",
      "make references schemas.ts#Trace.tags.label (import)",
    ],
  },
  {
    name: "the result of parse has the keys",
    files: {
      "schemas.ts": SCHEMAS,
      "a.ts": dedent`
        import { Trace } from "./schemas";
        function one(x: unknown) { return Trace.parse(x).id; }
        async function later(x: unknown) { return (await Trace.parseAsync(x)).user; }
        function safe(x: unknown) { const found = Trace.safeParse(x); if (!found.success) return; return found.data.tags; }
        function shape() { return Trace.shape.id; }
        function strict(x: unknown) { return Trace.strict().optional().array().parse(x)[0].id; }`,
    },
    of: "a.ts",
    has: [
      "one references schemas.ts#Trace.id (import)",
      "later references schemas.ts#Trace.user (import)",
      "safe references schemas.ts#Trace.tags (import)",
      "shape references schemas.ts#Trace.id (import)",
      "strict references schemas.ts#Trace.id (import)",
    ],
  },
  {
    name: "a schema that extends another has the keys of both, its own first",
    files: {
      "schemas.ts": SCHEMAS,
      "a.ts": dedent`
        import { z } from "zod";
        import { Trace, User } from "./schemas";
        const Own = Trace.extend({ id: z.number(), cost: z.number() });
        const Both = User.merge(Trace);
        const Spread = z.object({ ...Trace.shape, cost: z.number() });
        function own(x: z.infer<typeof Own>) { x.id; x.cost; x.user; }
        function both(x: z.infer<typeof Both>) { x.name; x.tags; }
        function spread(x: z.infer<typeof Spread>) { x.cost; x.id; }`,
    },
    of: "a.ts",
    has: [
      "own references a.ts#Own.id (exact)",
      "own references a.ts#Own.cost (exact)",
      "own references schemas.ts#Trace.user (import)",
      "both references schemas.ts#User.name (import)",
      "both references schemas.ts#Trace.tags (import)",
      "spread references a.ts#Spread.cost (exact)",
      "spread references schemas.ts#Trace.id (import)",
    ],
    hasNot: ["own references schemas.ts#Trace.id (import)"],
  },
  {
    name: "a discriminated union is told by the literal",
    files: {
      "a.ts": dedent`
        import * as z from "zod/v4";
        const Event = z.discriminatedUnion("type", [
          z.object({ type: z.literal("made"), at: z.date() }),
          z.object({ type: z.literal("sent"), to: z.string(), at: z.number() }),
        ]);
        const Made = z.object({ kind: z.enum(["a", "b"]), value: z.string() });
        const Sent = z.object({ kind: z.literal("c"), value: z.number() });
        const Any = z.union([Made, Sent]);
        type Any = z.infer<typeof Any>;
        function read(event: z.output<typeof Event>) { return event.to; }
        function narrowed(any: Any) { if (any.kind === "c") return any.value; }
        function other(any: Any) { if (any.kind !== "c") return any.value; }`,
    },
    of: "a.ts",
    has: [
      "read references a.ts#Event.to (exact)",
      "narrowed references a.ts#Sent.value (exact)",
      "other references a.ts#Made.value (exact)",
    ],
    hasNot: ["narrowed references a.ts#Made.value (exact)", "other references a.ts#Sent.value (exact)"],
  },
  {
    name: "lazy schemas, getters, records, transforms and defaults",
    files: {
      "a.ts": dedent`
        import { z } from "zod";
        const Node = z.object({ name: z.string(), nodes: z.array(z.lazy(() => Node)) });
        const Leaf = z.object({ size: z.number(), get leaf() { return Leaf.optional(); } });
        const All = z.record(z.string(), Leaf);
        const Sized = Leaf.transform((leaf) => ({ first: leaf.size }));
        const Kept = Leaf.default({ size: 1 }).describe("kept");
        function nodes(node: z.infer<typeof Node>) { return node.nodes[0].nodes[0].name; }
        function leaf(leaf: z.infer<typeof Leaf>) { return leaf.leaf?.size; }
        function all(all: z.infer<typeof All>) { return all.some.size; }
        function kept(kept: z.infer<typeof Kept>) { return kept.size; }`,
    },
    of: "a.ts",
    has: [
      "nodes references a.ts#Node.nodes (exact)",
      "nodes references a.ts#Node.name (exact)",
      "leaf references a.ts#Leaf.leaf (exact)",
      "leaf references a.ts#Leaf.size (exact)",
      "all references a.ts#Leaf.size (exact)",
      "Sized references a.ts#Leaf.size (exact)",
      "Kept references a.ts#Leaf.size (exact)",
      "kept references a.ts#Leaf.size (exact)",
    ],
  },
  {
    name: "a key named as a method of schemas is a key, and the method stays the library's",
    files: {
      "a.ts": dedent`
        import { z } from "zod";
        const Box = z.object({ min: z.number(), parse: z.object({ describe: z.string() }) });
        const Other = z.object({ box: Box });
        function keys(box: z.infer<typeof Other>) { return box.box.min + box.box.parse.describe; }
        function methods(x: unknown) { return Box.parse(x); }`,
    },
    of: "a.ts",
    has: [
      "keys references a.ts#Box.min (exact)",
      "keys references a.ts#Box.parse (exact)",
      "keys references a.ts#Box.parse.describe (exact)",
    ],
    hasNot: [/methods .* a\.ts#Box\.parse/],
  },
  {
    name: "a plain object is a shape, and a generic function gives what its schema gives",
    files: {
      "a.ts": dedent`
        import { z } from "zod";
        const shape = { id: z.string(), user: z.object({ name: z.string() }) };
        type Input = z.infer<z.ZodObject<typeof shape>>;
        const Schema = z.object(shape);
        function check<T extends z.ZodType>(schema: T, x: unknown): z.infer<T> { return schema.parse(x); }
        function one(input: Input) { return input.user.name; }
        function two(x: unknown) { return check(Schema, x).id; }`,
    },
    of: "a.ts",
    has: [
      "one references a.ts#shape.user (exact)",
      "one references a.ts#shape.user.name (exact)",
      "two references a.ts#shape.id (exact)",
    ],
  },
  {
    name: "the input of a procedure of tRPC",
    files: {
      "trpc.ts": dedent`
        import { initTRPC } from "@trpc/server";
        const t = initTRPC.context<object>().create({});
        const logged = t.procedure.use(async ({ next }) => next());
        export const publicProcedure = logged.use(check);
        declare function check(): void;`,
      "a.ts": dedent`
        import { z } from "zod";
        import { publicProcedure, router } from "./trpc";
        const Base = z.object({ projectId: z.string() });
        export const traces = router({
          byId: publicProcedure.input(z.object({ traceId: z.string() })).query(({ input }) => input.traceId),
          all: publicProcedure.input(Base.extend({ page: z.number() })).meta({}).mutation(async (opts) => {
            const { projectId } = opts.input;
            return [projectId, opts.input.page];
          }),
        });`,
    },
    of: "a.ts",
    has: [
      "traces.byId references a.ts#traces.byId.traceId (exact)",
      "traces.all references a.ts#Base.projectId (exact)",
      "traces.all references a.ts#traces.all.page (exact)",
    ],
  },
  {
    name: "enums, and the names between in a chain",
    files: {
      "a.ts": dedent`
        import { z } from "zod";
        enum Kind { Small, Large }
        const Schema = z.object({ kind: z.nativeEnum(Kind), inner: z.object({ deep: z.object({ end: z.string() }) }) });
        const Kinds = z.enum(Kind);
        function large() { return Kinds.enum.Large; }
        function safe(x: unknown) { const kind = Kinds.safeParse(x); return kind.data; }
        function chain(x: unknown) { const found = Schema.safeParse(x); return found.data.inner.deep.end; }`,
    },
    of: "a.ts",
    has: [
      "large references a.ts#Kind.Large (exact)",
      "chain references a.ts#Schema.inner (exact)",
      "chain references a.ts#Schema.inner.deep (exact)",
      "chain references a.ts#Schema.inner.deep.end (exact)",
    ],
    hasNot: [/safe references a\.ts#Kind \(/],
  },
  {
    name: "the values of a form of react-hook-form",
    files: {
      "schemas.ts": SCHEMAS,
      "a.ts": dedent`
        import { zodResolver } from "@hookform/resolvers/zod";
        import { useForm } from "react-hook-form";
        import type { z } from "zod";
        import { Trace, User } from "./schemas";
        interface Own { title: string }
        function Typed() {
          const form = useForm<z.infer<typeof User>>({ defaultValues: { name: "n" } });
          form.handleSubmit((data) => data.address);
          const { getValues } = useForm<Own>();
          return getValues().title;
        }
        function Resolved() {
          const form = useForm({ resolver: zodResolver(Trace) });
          return form.watch().tags;
        }`,
    },
    of: "a.ts",
    has: [
      "Typed references schemas.ts#User.name (import)",
      "Typed references schemas.ts#User.address (import)",
      "Typed references a.ts#Own.title (exact)",
      "Resolved references schemas.ts#Trace.tags (import)",
    ],
  },
  {
    name: "valibot and yup",
    files: {
      "a.ts": dedent`
        import * as v from "valibot";
        import { type InferType, object, string } from "yup";
        const Own = v.object({ id: v.string(), tags: v.array(v.object({ label: v.string() })) });
        const Other = object({ title: string().required() }).shape({ more: object({ end: string() }) });
        function own(x: v.InferOutput<typeof Own>, y: unknown) { return [x.tags[0].label, v.parse(Own, y).id]; }
        function other(x: InferType<typeof Other>) { return x.title + x.more.end; }`,
    },
    of: "a.ts",
    has: [
      "own references a.ts#Own.tags (exact)",
      "own references a.ts#Own.tags.label (exact)",
      "own references a.ts#Own.id (exact)",
      "other references a.ts#Other.title (exact)",
      "other references a.ts#Other.more (exact)",
      "other references a.ts#Other.more.end (exact)",
    ],
  },
  {
    name: "another library's z has no keys",
    files: {
      "a.ts": dedent`
        import { z } from "./own";
        const Box = z.object({ min: z.number() });
        function keys(box: z.infer<typeof Box>) { return box.min; }`,
    },
    of: "a.ts",
    hasNot: [/Box\.min/],
  },
];

testEdges(cases);

test("many keys, long chains and schemas of themselves have an end", () => {
  const keys = Array.from({ length: 2_000 }, (_, key) => `key${key}: z.string()`).join(", ");
  const chain = Array.from({ length: 50 }, (_, link) => `.extend({ link${link}: z.string() })`).join("");
  const steps = Array.from({ length: 50 }, (_, n) => `const S${n + 1} = S${n}.extend({ own${n}: z.number() });`);
  const source = [
    'import { z } from "zod";',
    `const Large = z.object({ ${keys} });`,
    `const S0 = Large.strict()${chain};`,
    ...steps,
    "const Self = z.object({ self: z.lazy(() => Self), ...Self.shape }).merge(Self).extend(Self.shape);",
    "const One = z.union([Other, One]); const Other = z.intersection(One, Other);",
    "function large(x: z.infer<typeof Large>) { return x.key1999; }",
    "function end(x: z.infer<typeof S50>, y: z.infer<typeof Self>, z: z.infer<typeof One>) { return [x.key0, y.self.self, z.none]; }",
  ].join("\n");
  const sample = programOf({ "a.ts": source });
  expect(edgesOf(sample, "a.ts")).toContain("large references a.ts#Large.key1999 (exact)");
  expect(sample.program.caches.spent).toBeLessThan(MOST_STEPS / 10);
});
