/** Parts that are put into a file are taken out again, to the byte, however the file is written. */
import fc from "fast-check";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { markedBlock, markedFile } from "../../../src/mcp/clients/block.js";
import { type Edit, standing } from "../../../src/mcp/clients/edit.js";
import { CLIENT_NAMES, clientOf } from "../../../src/mcp/clients/index.js";
import { type FilePlan, type FileRecord, planFile, type Step } from "../../../src/mcp/clients/plan.js";
import { dedent } from "../../helpers/dedent.js";

const BLOCK: Edit = {
  kind: "block",
  text: markedBlock(dedent`
    ## Finding code

    - ask first
  `),
};
const ITEMS: Edit = {
  kind: "items",
  path: ["permissions", "allow"],
  items: ["mcp__codeindex__search_text", "mcp__codeindex__trace"],
  ours: "^mcp__codeindex__",
};
const HOOK: Edit = {
  kind: "items",
  path: ["hooks", "PreToolUse"],
  items: [{ matcher: "Bash|Grep", hooks: [{ type: "command", command: '"node" "codeindex.js" hook', timeout: 5 }] }],
  ours: 'codeindex(\\.js)?\\\\*"? hook',
};
const KEYS: Edit = {
  kind: "keys",
  path: ["agent", "tool_permissions", "tools"],
  values: { "mcp:codeindex:a": { default: "allow" } },
};
const entryOf = (client: Step["client"]): Edit => ({
  kind: "entry",
  client,
  entry: clientOf(client).byUrl({ url: "http://127.0.0.1:8400/mcp", hasToken: true }) ?? {
    command: "node",
    args: ["mcp"],
  },
});
const TABLE: Edit = {
  kind: "table",
  client: "codex",
  key: "tools",
  values: { search_text: { approval_mode: "approve" }, trace: { approval_mode: "approve" } },
};

const step = (edit: Edit, part: Step["part"] = "rules", client: Step["client"] = "claude-code"): Step => ({
  client,
  part,
  edit,
});
/** As it comes back from the disk. */
const kept = (record: FileRecord | null): FileRecord => JSON.parse(JSON.stringify(record));
const put = (text: string | null, ...steps: Step[]) => planFile(text, null, steps, []);
const removed = (plan: FilePlan, text = plan.after, steps = plan.record!.steps as Step[]) =>
  planFile(text, kept(plan.record), [], steps).after;

const eol = fc.constantFrom("\n", "\r\n");
const bom = fc.constantFrom("", "\uFEFF");
const markdown = fc
  .tuple(
    bom,
    fc.array(fc.tuple(fc.constantFrom("", "# Title", "- a `b`", "  text  ", "<!-- c -->", "é 𝄞"), eol)),
    fc.boolean(),
  )
  .map(([start, lines, hasEnd]) => {
    const text = start + lines.map(([line, end]) => line + end).join("");
    return hasEnd ? text : text.replace(/\r?\n$/, "");
  });

/** An object as people write it: comments, commas too many, tabs, one line or many. */
const jsonc = fc
  .tuple(
    bom,
    fc.dictionary(
      fc.constantFrom("permissions", "agent", "hooks", "mcpServers", "servers", "theme", "$schema", "a.b", 'q"q'),
      fc.jsonValue({ maxDepth: 2 }),
    ),
    fc.record({
      indent: fc.constantFrom("", " ", "  ", "    ", "\t"),
      end: eol,
      hasEnd: fc.boolean(),
      comment: fc.constantFrom("", " // why", " /* why */"),
      head: fc.constantFrom("", "// my settings\n", "/* a\n b */ "),
      isTrailing: fc.boolean(),
    }),
  )
  .map(([start, value, { indent, end, hasEnd, comment, head, isTrailing }]) => {
    const own = { ...value };
    // Where ours go, there may be something of theirs that has room for it.
    for (const [name, inner] of [
      ["permissions", { deny: ["x"] }],
      ["agent", { tool_permissions: { tools: { terminal: {} } } }],
      ["hooks", { PreToolUse: [{ matcher: "Edit", hooks: [] }] }],
      ["mcpServers", { other: { url: "http://x" } }],
      ["servers", {}],
    ] as [string, fc.JsonValue][])
      if (name in own) own[name] = inner;
    let text = JSON.stringify(own, null, indent);
    if (indent !== "") text = text.replace(/([{[,])\n/, `$1${comment}\n`);
    if (isTrailing && indent !== "") text = text.replace(/(["\d\]}el])\n\}$/, "$1,\n}");
    text = (head + text + (hasEnd ? "\n" : "")).replaceAll("\n", end);
    return start + text;
  });

const toml = fc
  .tuple(
    bom,
    fc.uniqueArray(
      fc.constantFrom(
        'model = "gpt" # good\n',
        "[tui]\nnotifications = false\n",
        dedent`
          [mcp_servers.other]
          command = "npx"
          args = [
            "a", # b
          ]
        `,
        "# last words\n",
        dedent`
          [[list]]
          name = """
          [other]
          """
        `,
        "\n\n",
      ),
    ),
    fc.boolean(),
    eol,
  )
  .map(([start, parts, hasEnd, end]) => {
    const [heads, tables] = [
      parts.filter((part) => part.startsWith("model")),
      parts.filter((part) => !part.startsWith("model")),
    ];
    const text = [...heads, ...tables].join("").replaceAll("\n", end);
    return start + (hasEnd ? text : text.trimEnd());
  });

describe("put in and taken out", () => {
  test("a block in Markdown", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const plan = put(text, step(BLOCK));
        expect(plan.after).toContain("codeindex:begin");
        expect(removed(plan)).toBe(text);
        // Without a record: the block says itself where it ends. An empty file and none look alike then.
        expect(planFile(plan.after, null, [], [step(BLOCK)]).after).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test("parts of a file of JSON, with comments or without, in any order", () => {
    const steps = [
      step(entryOf("claude-code"), "mcp"),
      step(ITEMS, "permissions"),
      step(HOOK, "hook"),
      step(KEYS, "permissions", "zed"),
      step(entryOf("vscode"), "mcp", "vscode"),
    ];
    fc.assert(
      fc.property(jsonc, fc.shuffledSubarray(steps, { minLength: 1 }), (text, chosen) => {
        const plan = put(text, ...chosen);
        for (const { edit } of chosen) expect(standing(edit, plan.after!)).toBeDefined();
        expect(removed(plan)).toBe(text);
        // One after the other, the last one first or not.
        let left = plan;
        for (const one of chosen) left = planFile(left.after, left.record && kept(left.record), [], [one]);
        expect([left.after, left.record]).toEqual([text, null]);
      }),
      { numRuns: 500 },
    );
  });

  test("an entry and what it may do, in TOML", () => {
    fc.assert(
      fc.property(toml, (text) => {
        const plan = put(text, step(entryOf("codex"), "mcp", "codex"), step(TABLE, "permissions", "codex"));
        expect(parseToml(plan.after!.replace("\uFEFF", ""))).toMatchObject({
          mcp_servers: {
            codeindex: { url: "http://127.0.0.1:8400/mcp", tools: { trace: { approval_mode: "approve" } } },
          },
        });
        expect(removed(plan)).toBe(text);
        const withoutModes = planFile(plan.after, kept(plan.record), [], [step(TABLE, "permissions", "codex")]);
        expect(withoutModes.after).not.toContain("approval_mode");
        expect(removed(withoutModes)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("each client's entry: a file that was not there is gone again", () => {
    for (const name of CLIENT_NAMES) {
      const plan = put(null, step(entryOf(name), "mcp", name));
      expect(plan.record!.isCreated).toBe(true);
      expect(removed(plan), name).toBeNull();
    }
    expect(removed(put(null, step(BLOCK)))).toBeNull();
    expect(removed(put("", step(BLOCK)))).toBe("");
    expect(removed(put("", step(ITEMS)))).toBe("");
  });
});

describe("changes of people since then", () => {
  test("elsewhere in the file stays, and ours is found", () => {
    fc.assert(
      fc.property(markdown, fc.boolean(), (text, isAbove) => {
        const plan = put(text, step(BLOCK));
        const edited = (whole: string) => (isAbove ? `mine\n${whole}` : `${whole}\nmine\n`);
        expect(removed(plan, edited(plan.after!))).toBe(edited(text));
      }),
    );
    const settings = dedent`
      {
        "theme": "dark"
      }
    `;
    const plan = put(settings, step(ITEMS), step(HOOK, "hook"));
    const edited = plan.after!.replace('"dark"', '"light"').replace("{\n", '{\n  "model": "x",\n');
    expect(removed(plan, edited)).toBe(dedent`
      {
        "model": "x",
        "theme": "light"
      }
    `);
  });

  test("a file that its client wrote anew keeps what is its own", () => {
    const plan = put('{"theme":"dark"}', step(entryOf("claude-code"), "mcp"), step(ITEMS, "permissions"));
    const anew = JSON.stringify({ count: 1, ...JSON.parse(plan.after!) });
    const rest = JSON.parse(removed(plan, anew)!);
    expect(rest).toMatchObject({ count: 1, theme: "dark" });
    expect(JSON.stringify(rest)).not.toContain("codeindex");
    const created = put(null, step(entryOf("claude-code"), "mcp"));
    expect(removed(created, JSON.stringify(JSON.parse(created.after!)))).toBeNull();
  });

  test.each([
    { name: "a block", plan: put("# a\n", step(BLOCK)), change: ["ask first", "ask last"] },
    { name: "half of a block", plan: put("# a\n", step(BLOCK)), change: ["<!-- codeindex:end -->", ""] },
    {
      name: "an entry",
      plan: put('{"mcpServers":{}}', step(entryOf("claude-code"), "mcp")),
      change: ["127.0.0.1:8400", "team.example.com"],
    },
    { name: "a hook", plan: put("{}", step(HOOK, "hook")), change: ['"timeout": 5', '"timeout": 9'] },
    {
      name: "a file of ours",
      plan: put(null, step({ kind: "file", text: markedFile("always", "markdown", "---\nalwaysApply: true\n---\n") })),
      change: ["alwaysApply: true", "alwaysApply: false"],
    },
  ])("in $name: it is left alone, whether ours shall come or go", ({ plan, change: [from, to] }) => {
    const edited = plan.after!.replace(from!, to!);
    expect(edited).not.toBe(plan.after);
    const steps = plan.record!.steps as Step[];
    expect(() => planFile(edited, kept(plan.record), [], steps)).toThrow(/changed by hand|not a pair/);
    expect(() => planFile(edited, kept(plan.record), steps, [])).toThrow(/changed by hand|not a pair/);
  });
});

describe("put in again", () => {
  test("nothing changes, and what is newer takes the place of what was there", () => {
    const first = put("# a", step(BLOCK));
    const again = planFile(first.after, kept(first.record), [step(BLOCK)], []);
    expect(again.after).toBe(first.after);
    const newer = step({ kind: "block", text: markedBlock("other") });
    expect(planFile(first.after, kept(first.record), [newer], []).after).toBe(put("# a", newer).after);
    // On another machine, that has no record: it is ours there too, and goes whole.
    const elsewhere = planFile(first.after, null, [newer], []);
    expect(elsewhere.after).toBe(put("# a", newer).after);
    expect(removed(elsewhere)).toBe("# a");
  });

  test("items that were there before stay when ours go", () => {
    const own = JSON.stringify({ permissions: { allow: ["mcp__codeindex__trace", "Bash(ls)"] } });
    const plan = put(own, step(ITEMS, "permissions"));
    expect(JSON.parse(plan.after!).permissions.allow).toEqual([
      "mcp__codeindex__trace",
      "Bash(ls)",
      "mcp__codeindex__search_text",
    ]);
    expect(removed(plan)).toBe(own);
  });

  test("two clients share a file: the block goes with the last of them", () => {
    const plan = put("# a\n", step(BLOCK, "rules", "codex"), step(BLOCK, "rules", "opencode"));
    expect(plan.after!.match(/codeindex:begin/g)).toHaveLength(1);
    const one = planFile(plan.after, kept(plan.record), [], [step(BLOCK, "rules", "codex")]);
    expect(one.after).toBe(plan.after);
    expect(removed(one)).toBe("# a\n");
  });

  test("a list that is there alone is added to; none is begun", () => {
    const optional = step({ ...(ITEMS as Extract<Edit, { kind: "items" }>), isOptional: true });
    expect(put(null, optional)).toEqual({ before: null, after: null, record: null });
    expect(put("{}", optional).after).toBe("{}");
    const own = '{"permissions":{"allow":["a"]}}';
    expect(put(own, optional).after).toContain("mcp__codeindex__trace");
    expect(removed(put(own, optional))).toBe(own);
    const inside = step({ ...(ITEMS as Extract<Edit, { kind: "items" }>), inside: 1 });
    expect(() => put("{}", inside)).toThrow("it has no permissions");
  });

  test("a file of somebody else's with our name is left alone", () => {
    const file = step({ kind: "file", text: markedFile("x") });
    expect(() => put("theirs\n", file)).toThrow(/did not write/);
    expect(planFile("theirs\n", null, [], [file]).after).toBe("theirs\n");
  });
});

test.each([
  { name: "no JSON", text: "{", edit: ITEMS },
  { name: "a list", text: "[]", edit: ITEMS },
  { name: "an object where the list goes", text: '{"permissions":{"allow":{}}}', edit: ITEMS },
  { name: "a text on the way", text: '{"permissions":"all"}', edit: ITEMS },
  { name: "no TOML", text: "[", edit: entryOf("codex") },
  {
    name: "our table in a text of TOML",
    text: dedent`
      a = """
      [mcp_servers.codeindex]
      """
    `,
    edit: entryOf("codex"),
  },
  { name: "TOML without our table", text: "a = 1\n", edit: TABLE },
  { name: "marks that are not pairs", text: "<!-- codeindex:begin 12345678 -->\nx\n", edit: BLOCK },
])("$name is left alone", ({ text, edit }) => expect(() => put(text, step(edit))).toThrow());
