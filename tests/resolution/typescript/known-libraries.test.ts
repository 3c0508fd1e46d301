/** Values that Vue, Pinia, zustand and TanStack Query give, without the declarations of these libraries. */
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, testEdges } from "../helpers.js";

const USER = dedent`
  export interface User { name: string; greet(): string }
  export declare function fetchUser(id: string): Promise<User>;`;

const cases: EdgeCase[] = [
  {
    name: "a hook of zustand gives the state, and what its selector takes",
    files: {
      "user.ts": USER,
      "session.ts": dedent`
        import { create } from "zustand";
        import { persist } from "zustand/middleware";
        import type { User } from "./user";
        interface Session { user: User; clear: () => void }
        export const useSession = create<Session>()((set, get) => ({ user: null as never, clear: () => get().user.greet() }));
        export const useKept = create<Session>()(persist((set) => ({ user: null as never, clear() {} }), { name: "session" }));
        export const usePlain = create((set) => ({ open() {} }));`,
      "use.ts": dedent`
        import { useKept, usePlain, useSession } from "./session";
        export function whole() { const { clear } = useSession(); clear(); }
        export function part() { const user = useKept((state) => state.user); user.greet(); }
        export function outside() { useSession.getState().clear(); }
        export function plain() { usePlain().open(); }`,
    },
    of: "use.ts",
    has: [
      "whole calls session.ts#Session.clear (import)",
      "part references session.ts#Session.user (import)",
      "part calls user.ts#User.greet (import)",
      "outside calls session.ts#Session.clear (import)",
      "plain calls session.ts#usePlain.open (import)",
    ],
  },
  {
    name: "the functions that make a state of zustand read it by get",
    files: {
      "session.ts": dedent`
        import { create } from "zustand";
        interface Session { load(): void; clear: () => void }
        export const useSession = create<Session>()((set, get) => ({ load() {}, clear: () => get().load() }));`,
    },
    of: "session.ts",
    has: ["useSession.clear calls session.ts#Session.load (exact)"],
  },
  {
    name: "a function that React keeps the results of gives what it gave before",
    files: {
      "user.ts": dedent`
        import { cache } from "react";
        export interface User { name: string; greet(): string }
        export const getUser = cache(async (id: string): Promise<User | null> => null);`,
      "use.ts": dedent`
        import { getUser } from "./user";
        export async function use() { const user = await getUser("a"); user?.greet(); return { ...user }; }
        export async function take() { const { name } = await getUser("a"); }`,
    },
    of: "use.ts",
    has: [
      "use calls user.ts#getUser (import)",
      "use calls user.ts#User.greet (import)",
      "take references user.ts#User.name (import)",
    ],
  },
  {
    name: "data of a query is what its function gives, and mutateAsync a promise of it",
    files: {
      "user.ts": USER,
      "hooks.ts": dedent`
        import { queryOptions, useMutation, useQuery, type UseQueryResult } from "@tanstack/react-query";
        import { fetchUser, type User } from "./user";
        export function useUser(id: string) { return useQuery({ queryKey: ["user", id], queryFn: () => fetchUser(id), enabled: true }); }
        export function useTyped(): UseQueryResult<User, Error> { return null as never; }
        const options = queryOptions({ queryKey: [], queryFn: async () => { const user = await fetchUser("a"); return user; } });
        export const useOptions = () => useQuery(options);
        export const useSave = () => useMutation({ mutationFn: (name: string) => fetchUser(name) });`,
      "use.ts": dedent`
        import useSWR from "swr";
        import { useOptions, useSave, useTyped, useUser } from "./hooks";
        import { fetchUser } from "./user";
        export function one() { const { data: user } = useUser("1"); user?.greet(); }
        export function two() { useTyped().data?.greet(); }
        export function three() { useOptions().data?.greet(); }
        export function four() { useSave().mutateAsync("a").then((user) => user.greet()); }
        export function five() { const { data } = useSWR("key", () => fetchUser("x")); data?.greet(); }`,
    },
    of: "use.ts",
    has: ["one", "two", "three", "four", "five"].map((name) => `${name} calls user.ts#User.greet (import)`),
  },
  {
    name: "a ref of Vue holds its value, which a template reads as it is",
    files: {
      "user.ts": USER,
      "Page.vue": dedent`
        <script setup lang="ts">
        import { computed, ref, toRefs, type Ref } from "vue";
        import type { User } from "./user";
        const props = defineProps<{ list: User[]; first: User }>();
        const user = ref<User>();
        const next = computed(() => props.list[0]);
        const { first } = toRefs(props);
        function save(given: Ref<User>) { user.value?.greet(); }
        function more() { next.value?.greet(); }
        function other(given: Ref<User>) { given.value.greet(); }
        function taken() { first.value.greet(); }
        </script>
        <template><b>{{ user.name }}</b></template>`,
    },
    of: "Page.vue",
    has: [
      ...["save", "more", "other", "taken"].map((name) => `Page.${name} calls user.ts#User.greet (import)`),
      "Page references user.ts#User.name (import)",
    ],
  },
  {
    name: "a store of Pinia has what its setup returns, or its state, getters and actions",
    files: {
      "user.ts": USER,
      "stores.ts": dedent`
        import { defineStore } from "pinia";
        import { ref } from "vue";
        import type { User } from "./user";
        export const useUsers = defineStore("users", {
          state: () => ({ list: [] as User[] }),
          getters: { count: (state) => state.list.length },
          actions: { load() {} },
        });
        export const useSession = defineStore("session", () => {
          const user = ref<User>();
          function login() {}
          return { user, login };
        });`,
      "use.ts": dedent`
        import { storeToRefs } from "pinia";
        import { useSession, useUsers } from "./stores";
        export function state() { useUsers().list[0]?.greet(); }
        export function rest() { const users = useUsers(); users.load(); return users.count; }
        export function setup() { const session = useSession(); session.login(); session.user?.greet(); }
        export function refs() { const { list } = storeToRefs(useUsers()); list.value[0]?.greet(); }`,
    },
    of: "use.ts",
    has: [
      "state calls user.ts#User.greet (import)",
      "rest calls stores.ts#useUsers.load (import)",
      "rest references stores.ts#useUsers.count (import)",
      "setup calls stores.ts#useSession.login (import)",
      "setup calls user.ts#User.greet (import)",
      "refs calls user.ts#User.greet (import)",
    ],
  },
  {
    name: "functions of the same names that are not of these libraries give nothing",
    files: {
      "user.ts": USER,
      "use.ts": dedent`
        import { create, ref, useQuery } from "./other";
        import { fetchUser, type User } from "./user";
        export function one() { useQuery({ queryFn: () => fetchUser("a") }).data.greet(); }
        export function two() { ref<User>().value.greet(); }
        export function three() { create<User>()(() => null)().greet(); }`,
      "other.ts": "export declare const useQuery: any, ref: any, create: any;",
    },
    of: "use.ts",
    hasNot: [/calls user.ts#User.greet \((?:exact|import)\)/],
  },
  {
    name: "keys of queries are the functions that they are made of",
    files: {
      "user.ts": USER,
      "queries.ts": dedent`
        import { createQueryKeyStore } from "@lukemorales/query-key-factory";
        import { fetchUser } from "./user";
        export const queries = createQueryKeyStore({
          users: { one: (id: string) => ({ queryKey: [id], queryFn: async () => await fetchUser(id) }) },
        });`,
      "use.ts": dedent`
        import { useQuery } from "@tanstack/react-query";
        import { queries } from "./queries";
        export function useUser() { const { data } = useQuery({ ...queries.users.one("1"), enabled: true }); data?.greet(); }`,
    },
    of: "use.ts",
    has: ["useUser calls user.ts#User.greet (import)"],
  },
  {
    name: "a command that the project adds to Cypress is called by `cy`, and after other commands",
    files: {
      "support.ts": dedent`
        declare global { namespace Cypress { interface Chainable { login(name: string): Chainable } } }
        Cypress.Commands.add("login", (name) => {});`,
      "robot.ts": "export class Robot { login() {} }",
      "use.ts": dedent`
        export function first() { cy.login("a").get("#b").click(); }
        export function then() { cy.visit("/").login("a"); }`,
    },
    of: "use.ts",
    has: [
      "first calls support.ts#global.Cypress.Chainable.login (import)",
      "then calls support.ts#global.Cypress.Chainable.login (import)",
    ],
  },
];

testEdges(cases);
