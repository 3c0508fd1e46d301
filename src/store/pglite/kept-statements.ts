/**
 * Statements that PGlite keeps parsed. Clients send the text of a statement each time, and to parse and analyse it in WebAssembly takes longer than most
 * of our statements run. One that comes again becomes a prepared statement of the session; from then on its unit goes without the text. Clients notice
 * nothing: they are told that their Parse is complete.
 *
 * Plans are made anew each time (`plan_cache_mode` of the session), but for statements that begin with ONE_PLAN, outside of transactions. Their plans are
 * thrown away when much was written (pglite-worker.ts), as one that was made while a table was empty would stay for good: PGlite has no autovacuum that
 * renews the planner's statistics.
 */
import { nth } from "../../base/need.js";
import { ONE_PLAN } from "../db/one-plan.js";
import { closeStatement, MESSAGE, message, messagesOf, simpleQuery } from "./wire.js";

/** Statements that are kept at most; the one that was not used for longest goes first. One takes some 40 KB. */
const MOST_KEPT = 200;
/** At most this many statements are remembered as met once. */
const MOST_MET = 1000;
/** Longer ones are made for one time, with their values in them. */
const LONGEST = 20_000;
/** Statements that change what others mean. */
const CHANGES_SCHEMA = /\b(?:create|alter|drop)\s/i;

const PARSE_COMPLETE = message("1");

export interface KeptStatements {
  /** Runs a unit of messages, of which `sql` is the statement; gives the answer as if the unit had been run as it is. */
  run(unit: Uint8Array, sql: string, options: { isInTransaction: boolean }): Uint8Array[];
  /** Must be called between transactions. */
  idle(): void;
}

/** `run`: has the database run messages. */
export function createKeptStatements(run: (bytes: Uint8Array) => Uint8Array[]): KeptStatements {
  /** By the bytes of their Parse message: the name of each. */
  const kept = new Map<string, string>();
  const met = new Set<string>();
  let lastName = 0;
  let isStale = false;
  let keepsPlans = false;

  /** Has the session plan the next statement once, or anew; what a transaction sets would go with it. */
  function choosePlans(isOnce: boolean): void {
    if (isOnce === keepsPlans) return;
    run(simpleQuery(`set plan_cache_mode = force_${isOnce ? "generic" : "custom"}_plan`));
    keepsPlans = isOnce;
  }

  /** Makes room for one more. */
  function makeRoom(): void {
    if (kept.size < MOST_KEPT) return;
    const [key = "", name = ""] = kept.entries().next().value ?? [];
    kept.delete(key);
    run(closeStatement(name));
  }

  return {
    run(unit, sql, { isInTransaction }) {
      if (!isInTransaction) choosePlans(sql.startsWith(ONE_PLAN));
      if (CHANGES_SCHEMA.test(sql)) isStale = true;
      const parts = isStale || sql.length > LONGEST ? null : partsOf(unit);
      if (parts === null) return run(unit);
      const key = parts.parse.toString("latin1");
      const known = kept.get(key);
      if (known !== undefined) {
        kept.delete(key);
        kept.set(key, known);
        return [PARSE_COMPLETE, ...run(Buffer.concat([bindTo(known, parts.bind), parts.rest]))];
      }
      if (!met.delete(key)) {
        if (met.size === MOST_MET) met.delete(nth([...met.keys()], 0));
        met.add(key);
        return run(unit);
      }
      makeRoom();
      const name = `kept_${++lastName}`;
      const answer = run(Buffer.concat([named(name, parts.parse), bindTo(name, parts.bind), parts.rest]));
      // A statement that is wrong, or stands in a transaction that failed, is not parsed.
      if (answer.find((chunk) => chunk.length > 0)?.[0] === MESSAGE.parseComplete) kept.set(key, name);
      return answer;
    },
    idle() {
      if (!isStale) return;
      if (kept.size > 0) run(simpleQuery("deallocate all"));
      kept.clear();
      isStale = false;
    },
  };
}

/** The messages of a unit that parses a statement without a name and binds it: Parse, Bind, and the others. Null for any other unit. */
function partsOf(unit: Uint8Array): { parse: Buffer; bind: Buffer; rest: Buffer } | null {
  const [parse, bind, ...others] = messagesOf(unit);
  if (parse?.[0] !== MESSAGE.parse || bind?.[0] !== MESSAGE.bind) return null;
  if (others.at(-1)?.[0] !== MESSAGE.sync || others.some(([type]) => type === MESSAGE.parse)) return null;
  // The names of the statement, of the portal, and of the statement again.
  const isNameless = parse[5] === 0 && bind[5] === 0 && bind[6] === 0;
  return isNameless ? { parse, bind, rest: Buffer.concat(others) } : null;
}

/** A Parse message for a statement with a name. */
const named = (name: string, parse: Buffer): Buffer => message("P", name, parse.subarray(6));

/** A Bind message of the portal without a name to a statement with one. */
const bindTo = (name: string, bind: Buffer): Buffer => message("B", "", name, bind.subarray(7));
