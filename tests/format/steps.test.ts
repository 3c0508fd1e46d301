/** Functions shown by their steps, by src/format/steps.ts: the lines that decide, call, return or throw. */
import { expect, test } from "vitest";
import { fitPiece, type PieceDraft } from "../../src/format/pieces.js";
import { stepRows } from "../../src/format/steps.js";
import { dedent } from "../helpers/dedent.js";

const PAY = `
export async function pay(
  cart: Cart,
  options: Options,
): Promise<Receipt> {
  // Free carts need no card.
  const { total, currency } = cart;
  const request = {
    amount: total,
    currency,
    card: options.card ?? defaultCard(cart.owner),
  };
  const isFree = total === 0;
  if (isFree) {
    return emptyReceipt;
  } else if (total < 0) {
    throw new Error("negative");
  }
  const retry = (error: Error) => {
    cart.attempts += 1;
    return error.isTemporary
      ? cart.attempts < MOST
      : false;
  };
  for (const item of cart.items) {
    item.paid = true;
    const name = item.name;
  }
  return await send(request, retry);
}`.trimStart();

const stepsOf = (source: string, kept?: ReadonlySet<number>) =>
  stepRows(1, source.split("\n"), { isFunction: true, ...(kept && { kept }) }).map(({ text }) =>
    text.replace(/\t\s*/, " "),
  );

test("conditions of several lines are whole, whether their signs end the lines or begin them", () => {
  const source = dedent`
    function stageOf(env: Env) {
      const isLive =
        env.type === "production" &&
        env.enabled;
      const status =
        env.status === "discarded"
          ? "discarded"
          : "kept";
      const name = env.name;
    }
  `;
  expect(stepsOf(source)).toEqual([
    "1 function stageOf(env: Env) {",
    '2-3 const isLive = env.type === "production" &&',
    "4 env.enabled;",
    '5-6 const status = env.status === "discarded"',
    '7 ? "discarded"',
    '8 : "kept";',
  ]);
});

test("markup that is shown under a condition", () => {
  const source = dedent`
    function Detail({ data }: Props) {
      return (
        <div>
          <b>{data.name}</b>
          {data.error && <Errors of={data.error} />}
          {data.plugin ? (
            <i>plugin</i>
          ) : null}
          {#if data}
          <p v-if="data">
        </div>
      );
    }
  `;
  expect(stepsOf(source)).toEqual([
    "1 function Detail({ data }: Props) {",
    "2 return (",
    "5 {data.error && <Errors of={data.error} />}",
    "6 {data.plugin ? (",
    "9 {#if data}",
    '10 <p v-if="data">',
  ]);
});

test("the lines that decide, call, assign to members, return or throw", () => {
  expect(stepsOf(PAY)).toEqual([
    "1 export async function pay(",
    "2-3 cart: Cart, options: Options,",
    "4 ): Promise<Receipt> {",
    "7-11 const request = { amount: total, currency, card: options.card ?? defaultCard(cart.owner) };",
    "13 if (isFree) {",
    "14 return emptyReceipt;",
    "15 } else if (total < 0) {",
    '16 throw new Error("negative");',
    "18 const retry = (error: Error) => {",
    "19 cart.attempts += 1;",
    "20 return error.isTemporary",
    "21 ? cart.attempts < MOST",
    "22 : false;",
    "24 for (const item of cart.items) {",
    "25 item.paid = true;",
    "28 return await send(request, retry);",
  ]);
});

test("lines that were asked for are kept, and components of JSX are calls", () => {
  expect(
    stepsOf(
      dedent`
        function f() {
          const a = 1;
          const b = 2;
        }`,
      new Set([3]),
    ),
  ).toEqual(["1 function f() {", "3 const b = 2;"]);
  expect(
    stepsOf(dedent`
      function F() {
        const width = 1;
        return (
          <Dialog
            width="1"
          />
        );
      }`),
  ).toEqual(["1 function F() {", "3 return (", "4 <Dialog"]);
});

test("long lines cost no time", () => {
  const hostile = ["function f() {", "a.".repeat(400), "(".repeat(200_000), `${"a.b".repeat(100_000)} =`, "}"];
  expect(stepRows(1, hostile, { isFunction: true })).toHaveLength(1);
});

test("a function that does not fit is shown by its steps, unless its lines were asked for", () => {
  const draft: PieceDraft = {
    start: 1,
    headLine: 1,
    lines: PAY.split("\n"),
    isFolded: true,
    members: null,
    hasSteps: true,
    form: "whole",
    signature: "function pay",
  };
  expect(fitPiece(draft, 1000).form).toBe("whole");
  const steps = fitPiece(draft, 200);
  expect(steps).toMatchObject({ form: "steps", line_end: 29 });
  expect(steps.code).toContain("28\t return await send(request, retry);");
  const first = fitPiece(draft, 60);
  expect(first.form).toBe("steps");
  expect(first.code).toMatch(/… \d+ more lines, \d+-29$/);
  expect(fitPiece({ ...draft, isWholeAsked: true }, 200).form).toBe("part");
  const below: PieceDraft = {
    ...draft,
    lines: ["/** Pays, in this order:", " * by card. */", ...draft.lines],
    headLine: 3,
  };
  expect(fitPiece({ ...below, form: "steps" }, 1000).code).toMatch(
    /^3\texport async function pay\(\n4-5\t cart: Cart, options: Options,\n/,
  );
});

test("arguments and conditions of several lines stand in the row that they begin in", () => {
  const source = `
function save(cart) {
  if (
    cart.isOpen &&
    cart.total > 0
  ) {
    const saved = await store.write(
      cart.id,
      { total: cart.total },
    );
    log(saved);
  }
  each(
    cart.items,
    (item) => {
      item.save();
    },
  );
}`.trimStart();
  expect(stepsOf(source)).toEqual([
    "1 function save(cart) {",
    "2-5 if (cart.isOpen && cart.total > 0) {",
    "6-9 const saved = await store.write(cart.id, { total: cart.total });",
    "10 log(saved);",
    "12 each(",
    "14 (item) => {",
    "15 item.save();",
  ]);
});

test("a long signature is one row, and a long gap is told", () => {
  const source = `
  publish = async (
    ctx: Context,
    {
      index = 0,
      silent = false,
    }: {
      index?: number;
      silent?: boolean;
    },
  ): Promise<this> => {
    const isEarly = index < 0;
    const limits = {
      a: 1,
      b: 2,
      c: 3,
      d: 4,
    };
    this.save();
  }`.slice(1);
  const rows = stepRows(10, source.split("\n"), { isFunction: true });
  expect(rows.map(({ text }) => text)).toEqual([
    "10-19\tpublish = async (ctx: Context, { index = 0, silent = false }: { index?: number; silent?: boolean; }): Promise<this> => {  … 7 lines",
    "27\t this.save();",
  ]);
  expect(rows.map(({ last }) => last)).toEqual([19, 27]);
});

test("comments and texts of several lines are not steps", () => {
  const python = `
def find(name):
    """Finds a thing.

    Calls search(name) first.
    """
    # search(name) is slow
    query = '''
      select count(*) from things
    '''
    return search(name)`.trimStart();
  expect(stepsOf(python)).toEqual(["1 def find(name):", "7 query = '''", "10 return search(name)"]);
  const script = `
function find(name) {
  /* search(name)
     finds(it) */
  const sql = \`
    select count(*)
    from \${table(name)}
  \`;
  return "http://a/*" + search(name);
}`.trimStart();
  expect(stepsOf(script)).toEqual([
    "1 function find(name) {",
    `6 from \${table(name)}`,
    '8 return "http://a/*" + search(name);',
  ]);
});

test.each([
  [
    "Kotlin",
    dedent`
      fun f() {
        val a = b ?: return
        val n = 1
        launch {
          items.forEach { item ->
    `,
    [2, 4, 5],
  ],
  [
    "Swift",
    dedent`
      func f() {
        let n = 1
        guard let a else { return }
        items.forEach { item in
    `,
    [3, 4],
  ],
  [
    "Go",
    dedent`
      func f() {
      	n := 1
      	ch <- n
      	defer close(ch)
      	for {
    `,
    [3, 4, 5],
  ],
  [
    "Python",
    dedent`
      def f():
          n: int = 1
          assert n
          with lock:
          except Error:
    `,
    [3, 4, 5],
  ],
  [
    "Java",
    dedent`
      void f() {
        int n = 1;
        synchronized (a) {
        throw new Error();
    `,
    [3, 4],
  ],
])("steps of %s", (_language, source, lines) => {
  expect(stepRows(1, source.split("\n"), { isFunction: true }).map(({ last }) => last)).toEqual([1, ...lines]);
});

test("steps that are hardly shorter than the whole are the whole", () => {
  const lines = ["function f() {", ...Array.from({ length: 20 }, (_, index) => `  step${index}();`), "}"];
  const draft: PieceDraft = {
    start: 1,
    headLine: 1,
    lines,
    isFolded: true,
    members: null,
    hasSteps: true,
    form: "steps",
    signature: "function f",
  };
  expect(fitPiece(draft, 1000).form).toBe("whole");
  expect(fitPiece(draft, 60).form).toBe("steps");
});

test("a value that changes, with or without an object before it", () => {
  const source = [
    "void Close()",
    "{",
    "    var count = 1;",
    "    _open--;",
    "    ++Closed;",
    "    isOpen = false;",
    "    int rest = _open;",
    "    counts[key] += 2;",
    "}",
  ];
  expect(stepsOf(source.join("\n"))).toEqual([
    "1 void Close()",
    "2 {",
    "4 _open--;",
    "5 ++Closed;",
    "6 isOpen = false;",
    "8 counts[key] += 2;",
  ]);
});

test("of lines that begin in the middle of a function, without a signature", () => {
  const source = [
    "  socket.close();",
    "  const name = 1;",
    "}",
    "",
    "Reply.send = function (payload) {",
    "  check();",
    "};",
  ];
  expect(stepRows(10, source, { isFunction: false }).map(({ text }) => text)).toEqual([
    "10\tsocket.close();",
    "14\tReply.send = function (payload) {",
    "15\t check();",
  ]);
});

test("decorators above a function are steps, comments there are not", () => {
  const lines = dedent`
    // The guards run in this order.
    @Mutation(() => Request, {
      description: "Makes a request.",
    })
    @UseGuards(SignedIn, MemberOfTeam)
    async makeRequest(id: string, title: string, body: string) {
      const rank = 1;
      const made = 2;
      const team =
        await this.teams.of(id);
      return team;
    }
  `.split("\n");
  const draft: PieceDraft = {
    start: 10,
    headLine: 15,
    lines: lines.slice(0, -1),
    isFolded: true,
    members: null,
    form: "steps",
    hasSteps: true,
    signature: "method makeRequest",
  };
  expect(fitPiece(draft, 1000).code.split("\n")).toEqual([
    '11-13\t@Mutation(() => Request, { description: "Makes a request." })',
    "14\t@UseGuards(SignedIn, MemberOfTeam)",
    "15\tasync makeRequest(id: string, title: string, body: string) {",
    "18-19\t const team = await this.teams.of(id);",
    "20\t return team;",
  ]);
});

test("a condition of several lines is one row where calls end its lines", () => {
  const source = dedent`
    function check(kind: string, value: string) {
      if (
        value &&
        !Object.values(Kind).includes(value)
      )
        return fail();
      sql.update({
        data: {
          value: isSecret
            ? encrypt(value)
            : value,
        },
      });
    }
  `;
  expect(stepsOf(source)).toEqual([
    "1 function check(kind: string, value: string) {",
    "2-6 if (value && !Object.values(Kind).includes(value)) return fail();",
    "7-13 sql.update({ data: { value: isSecret ? encrypt(value) : value } });",
  ]);
});

test("the links of a chain stand behind the value that they are called on", () => {
  const source = dedent`
    function run(id: string) {
      const self = this;
      store.run(new Store(), () => {
        self.triggers
          .execute(id)
          .then(resolve)
          .catch((error) => {
            reject(error);
          });
      });
      // The last.
      return names // by name
        .sort();
    }
  `;
  expect(stepsOf(source)).toEqual([
    "1 function run(id: string) {",
    "3 store.run(new Store(), () => {",
    "4-6 self.triggers.execute(id).then(resolve)",
    "7 .catch((error) => {",
    "8 reject(error);",
    "12 return names // by name",
    "13 .sort();",
  ]);
});
