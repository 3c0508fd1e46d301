/** Tokens: who may ask, and about what. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { TokenAnswer } from "../../src/http/routes/tokens.js";
import { type ApiError, ask } from "../api.js";
import { projects } from "../kit/projects.js";
import { to } from "../kit/router.js";
import { useAnswer } from "../kit/use-answer.js";
import { useCaller } from "../kit/use-caller.js";
import { useSending } from "../kit/use-sending.js";
import { CopyBlock } from "../parts/copy-block.js";
import { Dialog, DialogButtons } from "../parts/dialog.js";
import { ErrorState, Loading, Message } from "../parts/states.js";
import { Table } from "../parts/table.js";
import { Time } from "../parts/time.js";
import { AUTH } from "../session.js";

const SCOPES: readonly { scope: TokenAnswer["scope"]; words: string }[] = [
  { scope: "read", words: "read: search and read code" },
  { scope: "index", words: "index: also start and cancel builds" },
  { scope: "admin", words: "admin: also projects, tokens and the audit log" },
];

export default function TokensPage() {
  const { caller, may, seesAll, error, again } = useCaller();
  if (!caller) return error ? <ErrorState error={error} again={again} /> : <Loading />;
  if (!may("admin") || !seesAll)
    return (
      <Message title="Tokens are for administrators">
        <p>Your token has the scope {caller.scope}. Ask an administrator for another one.</p>
      </Message>
    );
  return <Tokens />;
}

/** The token that was made last, until somebody has it: its text is nowhere else, and a look at another page must not lose it. */
const made = signal<(TokenAnswer & { token: string }) | null>(null);

type Open = { kind: "make" } | { kind: "restrict" | "revoke"; token: TokenAnswer } | null;

function Tokens() {
  const [open, setOpen] = useState<Open>(null);
  const [isAll, setAll] = useState(false);
  const { answer, error, again } = useAnswer(
    (signal) => ask<{ results: TokenAnswer[] }>("GET", "tokens", { signal }),
    [],
  );
  if (error) return <ErrorState error={error} again={again} />;
  if (!answer) return <Loading />;
  const close = () => {
    setOpen(null);
    again();
  };
  const shown = answer.results.filter((token) => isAll || stateOf(token) === "valid");
  const last = made.value;
  const isUsable = last && stateOf(answer.results.find(({ token_id: id }) => id === last.token_id) ?? last) === "valid";
  const hidden = answer.results.length - shown.length;
  return (
    <div class="page">
      <header class="head">
        <h1>Tokens</h1>
        <div class="buttons">
          <a href={to("ui/audit")}>Audit log</a>
          <button type="button" class="main" onClick={() => setOpen({ kind: "make" })}>
            Make a token
          </button>
        </div>
      </header>
      {AUTH.includes("none") && (
        <p class="note">
          This service asks nobody for a token, and every caller has all rights. Tokens count once it is started with{" "}
          <code>CODEINDEX_AUTH=token</code>.
        </p>
      )}
      {isUsable && (
        <MadeToken
          made={last}
          done={() => {
            made.value = null;
          }}
        />
      )}
      <TokenTable tokens={shown} open={setOpen} />
      {(hidden > 0 || isAll) && (
        <p>
          <button type="button" class="quiet" onClick={() => setAll(!isAll)}>
            {isAll ? "Hide those that have ended" : `Show ${hidden} that have ended`}
          </button>
        </p>
      )}
      {open?.kind === "make" && (
        <MakeToken
          close={() => setOpen(null)}
          made={(token) => {
            made.value = token;
            close();
          }}
        />
      )}
      {open?.kind === "restrict" && <RestrictToken token={open.token} close={close} />}
      {open?.kind === "revoke" && <RevokeToken token={open.token} close={close} />}
    </div>
  );
}

/** A token that was just made, which is shown once. */
function MadeToken({ made, done }: { made: TokenAnswer & { token: string }; done: () => void }) {
  return (
    <section class="verdict is-in" role="status">
      <p>
        <strong>{made.name}</strong> is made. Copy it now: it is shown this once, and kept nowhere.
      </p>
      <CopyBlock text={made.token} label="the token" />
      <p>
        Clients and jobs of CI read it from <code>CODEINDEX_TOKEN</code>; <a href={to("ui/connect")}>Connect</a> has
        what to put where. It stays here meanwhile.
      </p>
      <p>
        <button type="button" onClick={done}>
          I have it
        </button>
      </p>
    </section>
  );
}

function TokenTable({ tokens, open }: { tokens: TokenAnswer[]; open: (form: Open) => void }) {
  const ifValid = (token: TokenAnswer, cell: ComponentChildren) => stateOf(token) === "valid" && cell;
  return (
    <Table
      label="Tokens"
      rows={tokens}
      keyOf={({ token_id }) => token_id}
      columns={[
        {
          title: "Name",
          cell: ({ name, token_id }) => (
            <>
              {name} <code class="dim">{token_id}</code>
            </>
          ),
        },
        { title: "Scope", cell: ({ scope }) => scope },
        {
          title: "Projects",
          cell: ({ projects: ids }) => {
            if (ids === null) return <span class="dim">all</span>;
            const unknown = unknownIn(ids);
            return (
              <>
                {ids.join(", ")}
                {unknown.length > 0 && <span class="problem small"> (not here: {unknown.join(", ")})</span>}
              </>
            );
          },
        },
        { title: "Made", cell: ({ created_at }) => <Time at={created_at} /> },
        { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} /> },
        {
          title: "Ends",
          cell: (token) => ifValid(token, <Time at={token.expires_at} />) || <span class="dim">{stateOf(token)}</span>,
        },
        {
          title: "Actions",
          cell: (token) =>
            ifValid(
              token,
              <span class="buttons">
                <button type="button" onClick={() => open({ kind: "restrict", token })}>
                  Restrict
                </button>
                <a href={to("ui/audit", { principal: `token:${token.token_id}` })}>Calls</a>
                <button type="button" class="danger" onClick={() => open({ kind: "revoke", token })}>
                  Revoke
                </button>
              </span>,
            ),
        },
      ]}
      empty="There is no token that can be used."
    />
  );
}

function stateOf({ revoked_at, expires_at }: TokenAnswer): "valid" | "revoked" | "expired" {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && Date.parse(expires_at) < Date.now() ? "expired" : "valid";
}

/** The error of a form. */
function Problem({ problem }: { problem: ApiError | null }) {
  return (
    problem && (
      <p class="problem" role="alert">
        {problem.message}
      </p>
    )
  );
}

interface Rights {
  scope: TokenAnswer["scope"];
  projects: string;
  expires: string;
}

/** Projects that are named where an id is of none. */
const MOST_TOLD = 5;

/** The ids that no project has now, among those without a star. */
const unknownIn = (ids: readonly string[]): string[] =>
  ids.filter((id) => !id.includes("*") && projects.value?.every((project) => project.id !== id));

const idsIn = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "");

function bodyOf({ scope, projects: text, expires }: Rights) {
  const named = idsIn(text);
  return { scope, ...(named.length > 0 && { projects: named }), ...(expires && { expires }) };
}

function RightsFields({
  rights,
  change,
  most,
  unlimited,
}: {
  rights: Rights;
  change: (rights: Rights) => void;
  most: TokenAnswer["scope"];
  /** The words for no end that is chosen. */
  unlimited: string;
}) {
  const last = SCOPES.findIndex(({ scope }) => scope === most);
  const near = (projects.value ?? []).slice(0, MOST_TOLD).map(({ id }) => id);
  const unknown = unknownIn(idsIn(rights.projects));
  return (
    <>
      <label>
        Scope
        <select
          value={rights.scope}
          onChange={(event) => change({ ...rights, scope: event.currentTarget.value as Rights["scope"] })}
        >
          {SCOPES.slice(0, last + 1).map(({ scope, words }) => (
            <option key={scope} value={scope}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        Projects
        <input
          type="text"
          list="project-ids"
          placeholder="all projects"
          value={rights.projects}
          onInput={(event) => change({ ...rights, projects: event.currentTarget.value })}
        />
        <span class="dim hint">Ids with spaces between them; * stands for anything, as in web-*.</span>
      </label>
      {unknown.length > 0 && (
        <div class="verdict is-out" role="alert">
          <p>
            No project here has the id {unknown.join(", ")}: a token for it sees nothing of it.
            {near.length > 0 && ` There is ${near.join(", ")}.`}
          </p>
          <label class="check">
            <input type="checkbox" required />
            It is added later
          </label>
        </div>
      )}
      <datalist id="project-ids">
        {projects.value?.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <label>
        Lasts
        <select value={rights.expires} onChange={(event) => change({ ...rights, expires: event.currentTarget.value })}>
          <option value="">{unlimited}</option>
          <option value="12h">12 hours from now</option>
          <option value="30d">30 days from now</option>
          <option value="90d">90 days from now</option>
          <option value="1y">a year from now</option>
        </select>
      </label>
    </>
  );
}

function MakeToken({ close, made }: { close: () => void; made: (token: TokenAnswer & { token: string }) => void }) {
  const [name, setName] = useState("");
  const [rights, setRights] = useState<Rights>({ scope: "read", projects: "", expires: "90d" });
  const { send, isBusy, problem } = useSending();
  const submit = (event: Event) => {
    event.preventDefault();
    void send(async () => made(await ask("POST", "tokens", { body: { name, ...bodyOf(rights) } })));
  };
  return (
    <Dialog title="Make a token" close={close}>
      <form onSubmit={submit}>
        <label>
          Name
          <input
            type="text"
            required
            maxLength={100}
            placeholder="Its use: CI of the web shop"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <RightsFields rights={rights} change={setRights} most="admin" unlimited="until it is revoked" />
        <Problem problem={problem} />
        <DialogButtons label="Make" {...{ close, isBusy }} />
      </form>
    </Dialog>
  );
}

function RestrictToken({ token, close }: { token: TokenAnswer; close: () => void }) {
  const [rights, setRights] = useState<Rights>({
    scope: token.scope,
    projects: token.projects?.join(" ") ?? "",
    expires: "",
  });
  const { send, isBusy, problem } = useSending();
  const submit = (event: Event) => {
    event.preventDefault();
    void send(async () => {
      await ask("PATCH", `tokens/${encodeURIComponent(token.token_id)}`, { body: bodyOf(rights) });
      close();
    });
  };
  return (
    <Dialog title={`Restrict ${token.name}`} close={close}>
      <form onSubmit={submit}>
        <p class="dim">It holds at once, everywhere. A token never gets more rights than it has.</p>
        <RightsFields rights={rights} change={setRights} most={token.scope} unlimited="as long as before" />
        <Problem problem={problem} />
        <DialogButtons label="Restrict" {...{ close, isBusy }} />
      </form>
    </Dialog>
  );
}

function RevokeToken({ token, close }: { token: TokenAnswer; close: () => void }) {
  const { send, isBusy, problem } = useSending();
  const revoke = () =>
    send(async () => {
      await ask("DELETE", `tokens/${encodeURIComponent(token.token_id)}`);
      close();
    });
  return (
    <Dialog title={`Revoke ${token.name}?`} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void revoke();
        }}
      >
        <p>All who use it are refused at once, everywhere. That cannot be undone; another token can be made.</p>
        <Problem problem={problem} />
        <DialogButtons label="Revoke" {...{ close, isBusy }} isDangerous />
      </form>
    </Dialog>
  );
}
