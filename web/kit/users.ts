/** The users of a symbol: the callers of a function, the references to anything else; those in tests apart. */
import { type Answer, callTool } from "../api.js";
import { type Asked, useAnswer } from "./use-answer.js";

const CALLABLE = /^(function|method|constructor|component)$/;
/** Of each list; the least sure are in it, and marked. */
export const LISTED = { min_confidence: "candidate" as const, limit: 200 };

export const isCallable = (kind: string): boolean => CALLABLE.test(kind);

export type Relation = Answer<"get_references">["results"][number];

export interface UserList {
  results: Relation[];
  total: number;
  capped: boolean;
  unresolved?: { count: number; locations: { file_path: string; line: number }[] };
  /** Of a member: calls of what it implements or overrides, which may come to it. */
  via_interface?: Relation[];
  /** Calls of what implements or overrides it, without those that go through it. */
  of_overriders?: Relation[];
  /** Places that hand it on, send to it, or call it by a key: `src/a.ts:12  boot: listen(it)`. */
  passed?: string[] | undefined;
  sent_by?: string[] | undefined;
  by_key?: string[] | undefined;
}

export interface Users {
  /** In code that is no test. */
  code: UserList;
  tests: UserList;
}

/** A `node` of null asks nothing. */
export function useUsers(project: string, node: string | null, kind: string, generation = 0): Asked<Users> {
  const listed = async (tests: "exclude" | "only", signal: AbortSignal): Promise<UserList> => {
    const input = { node_id: node ?? "", tests, ...LISTED };
    return isCallable(kind)
      ? callTool("get_callers", input, { project, signal })
      : callTool("get_references", input, { project, signal });
  };
  return useAnswer(
    node === null
      ? null
      : async (signal) => {
          const [code, tests] = await Promise.all([listed("exclude", signal), listed("only", signal)]);
          return { code, tests };
        },
    [project, node, generation],
  );
}

/** The further lists of callers: those that do not call the symbol by itself. */
export const otherUsers = ({ via_interface: above = [], of_overriders: below = [] }: UserList) =>
  [
    { title: "Callers through what it implements", relations: above },
    { title: "Callers of what implements or overrides it", relations: below },
  ].filter(({ relations }) => relations.length > 0);

/** The places that come to a function without a call of it. */
export const placesBeside = ({ passed = [], sent_by: sent = [], by_key: byKey = [] }: UserList): string[] => [
  ...passed,
  ...sent,
  ...byKey,
];

/** Why nobody stands in the list of users outside of tests. */
export function noUsersInWords(kind: string, { code, tests }: Users): string {
  const verb = isCallable(kind) ? "call" : "use";
  if (otherUsers(code).length > 0) return "Nothing calls it by itself: its callers go through others, below.";
  if (placesBeside(code).length > 0) return "Nothing calls it by its name: it is handed on or registered, below.";
  if (tests.total > 0) return `Only tests ${verb} it.`;
  return isCallable(kind) ? "No caller is known." : "No reference is known.";
}

const MOST_PARTS = 2;

/** Where lines at the top level of a file stand: the tests and routes around them. */
export function partsInWords({ parts = [] }: Relation): string {
  const known = new Set(parts.filter((part) => part !== null));
  return [...known].slice(0, MOST_PARTS).join(", ") || "outside of functions";
}
