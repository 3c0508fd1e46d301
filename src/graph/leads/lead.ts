/** Leads from one symbol to another: the parts that searches over leads share. */
import { EDGE_TIERS, type EdgeKind, type EdgeRule, type EdgeTier } from "../../model/edge.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { FindText } from "../messages/texts.js";
import type { FindFiles } from "../routes/declared.js";
import type { RequestedHandler } from "../routes/requested-by.js";
import { isCallable } from "../symbol.js";

/**
 * overridden: by the second. makes: the first is a class, the second a part of it that runs when it is made. sets: the first is a field that the second
 * is put into. given: the first gives the class of the second away, as one that registers it does, or an object of it. message: the first makes an object
 * of a type that the second takes, or sends it; where it only makes it, nothing known calls the second. topic: the first sends under a name that the second
 * takes, see ../messages/topics.ts. requests: the first asks a server for a route that the second handles.
 */
export const LEAD_RELATIONS = [
  "calls",
  "references",
  "overridden",
  "makes",
  "holds",
  "sets",
  "given",
  "message",
  "topic",
  "requests",
  "imports",
  "accepts",
  "inherits",
  "implements",
  "extends",
] as const;
export type LeadRelation = (typeof LEAD_RELATIONS)[number];

/** The relation of a lead that an edge makes. */
export const relationOf = (kind: EdgeKind): LeadRelation =>
  kind === "contains" ? "holds" : kind === "overrides" ? "overridden" : kind;

/** The first of two symbols leads to the second, at a line of the file `path`. */
export interface Lead {
  from: string;
  to: string;
  relation: LeadRelation;
  tier: EdgeTier;
  rule: EdgeRule;
  path: string;
  line: number;
  /** Of `topic`: the name that is sent under; of `requests` the route, `POST /orders`. */
  topic?: string;
  /** Of `topic`: where the name is sent under, or kept by the class that sends. The lead itself stands where it is taken. */
  sentAt?: { path: string; line: number };
  /** Of `message`: whether it is sent, and the second symbol declared for it. */
  isSent?: boolean;
  /** Whether it calls the member of the base that it overrides: `super.add(job)`. */
  isOfBase?: boolean;
  /** Of `overridden`: how many members outside of tests override the first. */
  overriders?: number;
}

export interface LeadFilter {
  tiers: readonly EdgeTier[];
  /** Relations that are followed; overriding members and parts of objects and classes come with calls. */
  kinds: readonly EdgeKind[];
  /** Symbols that are passed through. */
  isPassable: (head: SymbolHead) => boolean;
  /** Symbols asked about, which anything that names them leads to. */
  ends: ReadonlySet<string>;
  /** Whether to guess leads to symbols without known ones: see guesses.ts. Only against the leads. */
  withGuesses?: boolean;
  /** Looks for names of topics that are texts, for guesses. */
  find?: FindText | undefined;
  /** Looks for code that has a word of a route, for guesses; where it is absent, requests lead nowhere. */
  findClients?: FindFiles | undefined;
}

export interface Leads {
  leads: Lead[];
  /** The symbols at their other ends, by node_id. */
  heads: Map<string, SymbolHead>;
  /** Whether a limit left something out. */
  isCapped: boolean;
}

/** Where a member is overridden by more than this, a call of it says little of which one runs. */
export const MOST_OVERRIDERS = 4;

/** Whether a lead goes to one of many members that override the first. */
export const isOneOfMany = ({ overriders = 0 }: Lead): boolean => overriders > MOST_OVERRIDERS;

/** The most edges of a query. */
export const MOST_ROWS = 5000;
/** Kinds of symbols that an object or a function may be put into. */
export const HOLDERS: ReadonlySet<string> = new Set(["constant", "variable", "field", "property", "event"]);
/** Whether a symbol is code that runs when it is called or shown. */
export const runs = ({ nodeType }: SymbolHead) => isCallable(nodeType) || nodeType === "component";

/** Gathers leads, each once and as sure as the surest of its edges. */
export function gather(filter: LeadFilter) {
  const leads = new Map<string, Lead>();
  const heads = new Map<string, SymbolHead>();
  let isCapped = false;
  const add = (lead: Lead, far: SymbolHead): void => {
    if (lead.from === lead.to || (!filter.ends.has(far.nodeId) && !filter.isPassable(far))) return;
    const key = `${lead.from} ${lead.to} ${lead.relation}`;
    const known = leads.get(key);
    if (known && EDGE_TIERS.indexOf(known.tier) <= EDGE_TIERS.indexOf(lead.tier)) return;
    leads.set(key, lead);
    if (!heads.has(far.nodeId)) heads.set(far.nodeId, far);
  };
  /** The symbols that leads so far lead to, those of all relations or of one. */
  const led = (by?: LeadRelation) =>
    new Set([...leads.values()].flatMap(({ to, relation }) => (by === undefined || by === relation ? [to] : [])));
  return {
    add,
    led,
    cut: (isCut: boolean) => {
      isCapped ||= isCut;
    },
    done: (): Leads => ({ leads: [...leads.values()], heads, isCapped }),
  };
}
export type Gathered = ReturnType<typeof gather>;

/** A lead that no reference makes: it stands where its second symbol is declared. */
export function declared(from: string, to: SymbolHead, relation: LeadRelation): Lead {
  return { from, to: to.nodeId, relation, tier: "exact", rule: "scope", path: to.path, line: to.lineStart };
}

/** The lead from code that requests a route to its handler. */
export function requestLead({ source, handler, path, line, tier, request }: RequestedHandler): Lead {
  const ends = { from: source.nodeId, to: handler.nodeId };
  return { ...ends, relation: "requests", tier, rule: "unique-name", path, line, topic: request };
}
