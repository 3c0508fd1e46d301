/** Try a tool: a form for each tool, made from its schema, and what it answers. */
import { useRef, useState } from "preact/hooks";
import { ask, askText } from "../api.js";
import { curlOf } from "../kit/curl.js";
import { chosenProject, projects } from "../kit/projects.js";
import { go, ROOT, to } from "../kit/router.js";
import { type Field, fieldsOf, type OpenApi, readField, type ToolForm, toolsOf } from "../kit/tool-forms.js";
import { useAnswer } from "../kit/use-answer.js";
import { useSending } from "../kit/use-sending.js";
import { count, duration } from "../kit/words.js";
import type { PageProps } from "../pages.js";
import { CodeBlock } from "../parts/code-block.js";
import { CopyBlock } from "../parts/copy-block.js";
import { ErrorState, Loading, Message } from "../parts/states.js";
import { ToolField } from "../parts/tool-field.js";

export default function TryPage({ params }: PageProps) {
  const { answer, error, again } = useAnswer((signal) => ask<OpenApi>("GET", "openapi.json", { signal }), []);
  if (error) return <ErrorState error={error} again={again} />;
  if (!answer) return <Loading />;
  const tools = toolsOf(answer);
  const tool = tools.find(({ name }) => name === (params.tool ?? "search_code")) ?? null;
  return (
    <div class="page try">
      <header class="head">
        <h1>Try a tool</h1>
        <label class="label-row">
          Tool
          <select
            value={tool?.name ?? ""}
            onChange={(event) => go(to(`ui/try/${encodeURIComponent(event.currentTarget.value)}`))}
          >
            {tool === null && <option value="" />}
            {tools.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </header>
      {tool ? (
        <Console key={tool.name} tool={tool} />
      ) : (
        <Message title="There is no such tool">
          <p>{tools.length} others are in the list above.</p>
        </Message>
      )}
    </div>
  );
}

interface Reply {
  text: string;
  /** The request as a command of a shell. */
  command: string;
  milliseconds: number;
}

type Form = "text" | "data";
const FORMS: Record<Form, string> = { text: "text, as a model reads it", data: "structured data" };

function Console({ tool }: { tool: ToolForm }) {
  const fields = fieldsOf(tool);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [reply, setReply] = useState<Reply | null>(null);
  const { send, isBusy, problem: error } = useSending();
  const [form, setForm] = useState<Form>("text");
  const project = chosenProject.value?.id ?? projects.value?.[0]?.id;
  const submit = async (event: Event) => {
    event.preventDefault();
    const { input, wrong } = inputOf(fields, typed);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    await send(async () => setReply(await call(tool.name, { input, form, project })));
  };
  // An error about a field stands beside it.
  const [wrongField] = String(error?.context.parameter ?? "").split(".");
  const isOfField = fields.some(({ name }) => name === wrongField);
  const own = fields.filter(({ isShared, isRequired }) => !isShared && !isRequired);
  const shared = fields.filter(({ isShared }) => isShared);
  const isOpen = useRef(own.length === fields.length - shared.length);
  isOpen.current ||= own.some(({ name }) => name in problems || name === wrongField);
  const draw = (field: Field) => (
    <ToolField
      key={field.name}
      field={field}
      value={typed[field.name] ?? ""}
      problem={problems[field.name] ?? (field.name === wrongField ? error?.message : undefined)}
      change={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
    />
  );
  return (
    <>
      <p>{tool.description}</p>
      <form class="tool" onSubmit={submit}>
        {fields.filter(({ isRequired }) => isRequired).map(draw)}
        {own.length > 0 && (
          <details open={isOpen.current}>
            <summary>{count(own.length, "parameter")} that may be left out</summary>
            <div class="tool">{own.map(draw)}</div>
          </details>
        )}
        {shared.length > 0 && (
          <details>
            <summary>Parameters of all tools</summary>
            <div class="tool">{shared.map(draw)}</div>
          </details>
        )}
        <p class="buttons">
          <button type="submit" class="main" disabled={isBusy}>
            {isBusy ? "Asking …" : "Ask"}
          </button>
          <select
            aria-label="The answer as"
            value={form}
            onChange={(event) => setForm(event.currentTarget.value as Form)}
          >
            {Object.entries(FORMS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          {project !== undefined && <span class="dim">about {project}</span>}
        </p>
      </form>
      {error && !isOfField && (
        <section class="verdict is-out" role="alert">
          <p>
            <strong>{error.code}</strong> {error.message}
          </p>
          {error.suggestions.map((suggestion) => (
            <p key={suggestion} class="dim">
              {suggestion}
            </p>
          ))}
        </section>
      )}
      {reply && <Shown reply={reply} />}
      {reply && (
        <details>
          <summary>The same from a script</summary>
          <CopyBlock text={reply.command} label="the request of a script" />
        </details>
      )}
    </>
  );
}

function Shown({ reply: { text, milliseconds } }: { reply: Reply }) {
  return (
    <section class="block">
      <h2>The answer</h2>
      <p class="dim" role="status">
        {duration(milliseconds)}, about {Math.ceil(text.length / CHARACTERS).toLocaleString()} tokens
      </p>
      <CodeBlock text={text} label="The answer" />
    </section>
  );
}

const KINDS: Partial<Record<Field["type"], string>> = { integer: "a whole number", number: "a number" };

/** The values of the fields, in the types of the schema; and what is wrong with a field, by its name. */
function inputOf(fields: readonly Field[], typed: Readonly<Record<string, string>>) {
  const input: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const field of fields) {
    const text = typed[field.name] ?? "";
    if (text === "" && field.isRequired) wrong[field.name] = "It is needed.";
    if (text === "") continue;
    const value = readField(field, text);
    if (value === undefined) wrong[field.name] = `It must be ${KINDS[field.type] ?? "JSON"}.`;
    else input[field.name] = value;
  }
  return { input, wrong };
}

/** Characters of a token, on average. */
const CHARACTERS = 4;

/** Asks once: a tool may change something. The time is what passed here, with the way there and back. */
async function call(
  name: string,
  { input, form, project }: { input: Record<string, unknown>; form: Form; project: string | undefined },
): Promise<Reply> {
  const path =
    project === undefined || input.project_id !== undefined
      ? `tools/${name}`
      : `projects/${encodeURIComponent(project)}/tools/${name}`;
  const start = performance.now();
  const text = await askText("POST", path, {
    body: input,
    accept: form === "text" ? "text/plain" : "application/json",
  });
  const milliseconds = performance.now() - start;
  return {
    text: form === "text" ? text : JSON.stringify(JSON.parse(text), null, 2),
    command: curlOf(new URL(path, ROOT).href, input),
    milliseconds,
  };
}
