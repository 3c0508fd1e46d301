/** TypeScript: the types of receivers, shape by shape. `model.ts` is what every example imports from; `Noise` has members of the same names. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const MODEL = `
  export class User { id = ""; repo: Repo<User>; save(): this { return this; } rename(to: string) {} static of(id: string): User { return new User(); } get owner(): Team { return new Team(); } }
  export class Team { users: User[] = []; byName: Map<string, User>; index: Record<string, User>; lead?: User; merge() {} save() {} }
  export class Admin extends User { promote() {} }
  export class Repo<T extends object> { items: T[]; constructor(readonly made: T) {} get(): T { return this.items[0]; } all(): Promise<T[]> { return null; } each(fn: (item: T, at: number) => void) {} with(given: object): this { return this; } only(): Page<T> { return null; } }
  export interface Page<T> { rows: T[]; next(): Promise<Page<T>>; first: T }
  export class UserRepo extends Repo<User> { mine() {} }
  export type Loader = (team: Team) => User;
  export type Both = User & { extra(): void };
  export type Either = User | Team;
  export type Lists = { users: User[]; load: Loader };
  export interface Visitor { user(user: User): void; team?(team: Team): void }
  export interface Factory { (id: string): User }
  export function start(a: number): UserRepo & PromiseLike<User>; export function start(a: string): UserRepo & PromiseLike<Team>; export function start(a: any): any { return a; }
  export function identity<T>(value: T): T { return value; }
  export function first<T>(list: readonly T[]): T | undefined { return list[0]; }
  export function wrap<T, R>(value: T, fn: (value: T) => R): R { return fn(value); }
  export function visit(visitor: Visitor) {}
  export function withUser(fn: (user: User) => void): void {}
  export async function load(id: string): Promise<User> { return new User(); }
  export async function inferred() { return new Team(); }
  export function pair(): [User, Team] { return null; }
  export function tools() { const user = new User(); return { user, team: new Team(), load }; }
  export function either(flag: boolean) { if (flag) { const one = new User(); return one; } return null; }
  export const registry = { users: new Repo<User>(new User()), make: () => new Team() };
  export abstract class Noise { save() {} merge() {} rename() {} promote() {} mine() {} extra() {} each() {} }
`;

/** Body of a function `g`, and the calls of the model's symbols that it makes. */
const cases: { name: string; body: string; calls: string[]; not?: string[] }[] = [
  { name: "elements of a list in a loop", body: "for (const u of team.users) u.save();", calls: ["User.save"] },
  {
    name: "an element by its number",
    body: "team.users[0].save(); team.users[n].rename('x');",
    calls: ["User.save", "User.rename"],
  },
  {
    name: "a value of a record and of a map",
    body: "team.index[key].save(); team.byName.get(key)?.rename('x');",
    calls: ["User.save", "User.rename"],
  },
  { name: "entries of a map", body: "for (const [name, u] of team.byName) u.save();", calls: ["User.save"] },
  { name: "a callback of a list", body: "team.users.filter((u) => u.id).map((u) => u.save());", calls: ["User.save"] },
  {
    name: "the result of a list's callback",
    body: "team.users.map((u) => u.owner).forEach((t) => t.merge());",
    calls: ["Team.merge"],
  },
  {
    name: "an element that is found",
    body: "const found = team.users.find((u) => u.id); found.save();",
    calls: ["User.save"],
  },
  { name: "an array pattern", body: "const [one, two] = team.users; two.save();", calls: ["User.save"] },
  { name: "a tuple", body: "const [u, t] = pair(); u.rename('x'); t.merge();", calls: ["User.rename", "Team.merge"] },
  {
    name: "an awaited value, and one that is not",
    body: "const u = await load('x'); u.save(); load('y').then((v) => v.rename('z'));",
    calls: ["User.save", "User.rename"],
  },
  {
    name: "a chain of calls with arguments that decide nothing",
    body: "users.with(team).with(team).with(team).mine();",
    calls: ["Repo.with", "UserRepo.mine"],
  },
  {
    name: "overloads that give one type with several arguments",
    body: "start(1).mine(); start('x').get();",
    calls: ["UserRepo.mine", "Repo.get"],
  },
  { name: "a promise is not what it will be", body: "load('x').save();", calls: [], not: ["User.save"] },
  { name: "the plain result of an async function", body: "(await inferred()).merge();", calls: ["Team.merge"] },
  {
    name: "several promises",
    body: "const [u, t] = await Promise.all([load('x'), inferred()]); u.rename('x'); t.merge();",
    calls: ["User.rename", "Team.merge"],
  },
  {
    name: "the result of a function in one of its branches",
    body: "either(true)?.rename('x');",
    calls: ["User.rename"],
  },
  {
    name: "an object that a function makes",
    body: "const { user, team: t } = tools(); user.rename('x'); t.merge();",
    calls: ["User.rename", "Team.merge"],
  },
  {
    name: "a generic class with its argument",
    body: "repo.get().save(); repo.made.rename('x');",
    calls: ["Repo.get", "User.save", "User.rename"],
  },
  {
    name: "a generic class made by new",
    body: "const r = new Repo<Team>(team); r.get().merge();",
    calls: ["Repo.get", "Team.merge"],
  },
  {
    name: "a generic base class",
    body: "users.get().save(); users.mine();",
    calls: ["Repo.get", "User.save", "UserRepo.mine"],
  },
  {
    name: "type arguments through promises and pages",
    body: "const rows = await repo.all(); rows[0].save(); (await repo.only().next()).first.rename('x');",
    calls: ["Repo.all", "User.save", "Repo.only", "Page.next", "User.rename"],
  },
  {
    name: "a callback's parameter by the method that takes it",
    body: "repo.each((item) => item.save()); withUser((u) => { u.rename('x'); });",
    calls: ["Repo.each", "User.save", "withUser", "User.rename"],
  },
  {
    name: "an object's methods by the parameter they are given for",
    body: "visit({ user(u) { u.rename('x'); }, team: (t) => t.merge() });",
    calls: ["visit", "User.rename", "Team.merge"],
  },
  {
    name: "a function by the type of its constant",
    body: "const loader: Loader = (t) => { t.merge(); return null; }; loader(team).save();",
    calls: ["Team.merge"],
  },
  {
    name: "the result of a function type",
    body: "lists.load(team).save(); lists.users[0].rename('x'); make('x').owner.merge();",
    calls: ["User.save", "User.rename", "Team.merge"],
  },
  {
    name: "type parameters by the arguments",
    body: "identity(team).merge(); first(team.users).save(); wrap(team, (t) => t.lead).rename('x');",
    calls: ["identity", "Team.merge", "first", "User.save", "wrap", "User.rename"],
  },
  {
    name: "type parameters by the type arguments",
    body: "identity<Team>(null).merge();",
    calls: ["identity", "Team.merge"],
  },
  {
    name: "an intersection has the members of all",
    body: "both.extra(); both.rename('x');",
    calls: ["Both.extra", "User.rename"],
  },
  { name: "a member that one type of a union has", body: "some.merge();", calls: ["Team.merge"] },
  { name: "instanceof", body: "if (x instanceof Admin) { x.promote(); }", calls: ["Admin.promote"] },
  {
    name: "instanceof before a return",
    body: "if (!(x instanceof Admin)) return; x.promote();",
    calls: ["Admin.promote"],
  },
  {
    name: "instanceof and what follows it",
    body: "x instanceof Admin && x.promote(); const y = x instanceof Team ? x.merge() : null;",
    calls: ["Admin.promote", "Team.merge"],
  },
  {
    name: "either side of ?? and of a condition",
    body: "(one ?? new User()).rename('x'); (flag ? team : new Team()).merge();",
    calls: ["User", "User.rename", "Team", "Team.merge"],
  },
  {
    name: "as, satisfies, const and non-null",
    body: "(x as Team).merge(); (x satisfies User).rename('x'); (<Admin>x).promote(); team.lead!.save();",
    calls: ["Team.merge", "User.rename", "Admin.promote", "User.save"],
  },
  {
    name: "a getter, a static method, an object in a constant",
    body: "user.owner.merge(); User.of('x').rename('y'); registry.users.get().save(); registry.make().merge();",
    calls: ["Team.merge", "User.of", "User.rename", "Repo.get", "User.save", "registry.make"],
  },
  {
    name: "members by the types of types",
    body: "const a: User['owner'] = null; a.merge(); const b: Team['users'][number] = null; b.rename('x'); const c: Awaited<ReturnType<typeof load>> = null; c.save();",
    calls: ["Team.merge", "User.rename", "User.save"],
  },
  {
    name: "an object type without a name",
    body: "const { inner } = given; inner.merge(); given.inner.save();",
    calls: ["Team.merge", "Team.save"],
  },
  {
    name: "a chain over several kinds of steps",
    body: "(await repo.all()).map((u) => u.owner)[0].users.forEach((u) => u.rename('x'));",
    calls: ["Repo.all", "User.rename"],
  },
];

test.each(cases)("$name", ({ body, calls, not = [] }) => {
  const use = `
    import { type Both, type Either, type Factory, type Lists, type Loader, Admin, Repo, Team, User, UserRepo, either, first, identity, inferred, load, pair, registry, start, tools, visit, withUser, wrap } from "./model";
    export async function g(user: User, team: Team, repo: Repo<User>, users: UserRepo, both: Both, some: Either, lists: Lists, make: Factory, one: User | null, given: { inner: Team }, flag: boolean, n: number, key: string, x: any) {
      ${body}
    }`;
  const edges = edgesOf(programOf({ "use.ts": use, "model.ts": MODEL }), "use.ts", ["calls"]);
  const sure = edges.filter((edge) => /\((?:exact|import)\)$/.test(edge) && edge.includes("model.ts#"));
  expect(sure.map((edge) => edge.replace(/^.*#(\S+) .*$/, "$1")).sort()).toEqual(
    expect.arrayContaining([...calls].sort()),
  );
  expect(edges.filter((edge) => /Noise/.test(edge))).toEqual([]);
  for (const name of not) expect(edges.join("\n")).not.toContain(`#${name} `);
});
