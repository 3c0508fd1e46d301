/** Components of Vue and Svelte: edges between them and the modules beside them. */
import { testEdges } from "../helpers.js";

const DATES = "export function formatDate(at) {}\nexport class Clock { tick() {} }";

testEdges([
  {
    name: "a component calls in its script and in its template",
    files: {
      "dates.ts": DATES,
      "Card.vue": "<template><p>{{ 1 }}</p></template>",
      "List.vue": `
        <script setup lang="ts">
        import { Clock, formatDate } from "./dates";
        import Card from "./Card.vue";
        const clock = new Clock();
        function tick() { clock.tick(); }
        </script>
        <template>
          <Card v-for="day in days" :at="formatDate(day)" @click="tick" @hover="clock.tick()" />
        </template>`,
    },
    of: "List.vue",
    has: [
      "List.tick calls dates.ts#Clock.tick (import)",
      "List calls dates.ts#Clock.tick (import)",
      "List calls dates.ts#formatDate (import)",
      "List calls Card.vue#Card (import)",
      "List references List.vue#List.tick (exact)",
    ],
  },
  {
    name: "a directive of the file's own is a use of its variable",
    files: {
      "outside.ts": "export const vClickOutside = { mounted() {} }",
      "List.vue": `
        <script setup>import { vClickOutside } from "./outside"</script>
        <template><p v-if="a" v-click-outside:all.once="b" v-focus /></template>`,
    },
    of: "List.vue",
    has: ["List references outside.ts#vClickOutside (import)"],
  },
  {
    name: "a component that is loaded when it is shown is the file's",
    files: {
      "Card.vue": "<template><p/></template>",
      "Row.vue": "<template><p/></template>",
      "List.vue": `
        <script setup>
        import { defineAsyncComponent } from "vue"
        const UserCard = defineAsyncComponent(() => import("./Card.vue"))
        const Row = defineAsyncComponent({ delay: 1, loader: () => import("./Row.vue") })
        </script>
        <template><user-card/><Row/></template>`,
    },
    of: "List.vue",
    has: ["List calls Card.vue#Card (import)", "List calls Row.vue#Row (import)"],
  },
  {
    name: "lazy components of React, of default exports and others",
    files: {
      "charts.tsx": "export default function Pie() {}\nexport function Bar() {}",
      "Page.tsx": `
        import { lazy } from "react";
        const Pie = lazy(() => import("./charts"));
        const Columns = lazy(() => import("./charts").then((m) => ({ default: m.Bar })));
        export const Shown = lazy(() => import("./charts"));
        export function Page() { return <><Pie/><Columns/></>; }`,
    },
    of: "Page.tsx",
    has: ["Page calls charts.tsx#Pie (import)", "Page calls charts.tsx#Bar (import)"],
  },
  {
    name: "a tag in small letters is the imported component",
    files: {
      "Card.vue": "<template><p/></template>",
      "List.vue": `<script setup>import UserCard from "./Card.vue"</script><template><user-card/></template>`,
    },
    of: "List.vue",
    has: ["List calls Card.vue#Card (import)"],
  },
  {
    name: "a loop's variable has the type of an element, and hides the name outside",
    files: {
      "dates.ts": DATES,
      "List.vue": `
        <script setup lang="ts">
        import { Clock } from "./dates";
        const clocks: Clock[] = [];
        function item() {}
        </script>
        <template><p v-for="(item, index) of clocks" @click="item.tick()">{{ item }}</p></template>`,
    },
    of: "List.vue",
    has: ["List calls dates.ts#Clock.tick (import)"],
    hasNot: [/List\.item/],
  },
  {
    name: "an object of options: the template and this lead to its members",
    files: {
      "dates.ts": DATES,
      "List.vue": `
        <template><p @click="save(day)" :title="label">{{ formatDate }}</p></template>
        <script>
        import { formatDate } from "./dates";
        export default {
          computed: { label() { return formatDate(1); } },
          methods: {
            save(day) { this.reload(); day.forget(); [1].map(() => this.reload()); },
            reload() { return this.label; },
            forget() {},
          },
        };
        </script>`,
    },
    of: "List.vue",
    has: [
      "template calls List.vue#List.methods.save (exact)",
      "template references List.vue#List.computed.label (exact)",
      "List.methods.save calls List.vue#List.methods.reload (exact)",
      "List.methods.reload references List.vue#List.computed.label (exact)",
      "List.computed.label calls dates.ts#formatDate (import)",
    ],
    hasNot: [/List\.methods\.forget \((?:exact|import)\)/],
  },
  {
    name: "modules import a component, and the types that it exports",
    files: {
      "List.vue": `<script setup lang="ts">export interface Props { a: string }</script><template><p/></template>`,
      "main.ts": `import List, { type Props } from "./List.vue"; export function show(props: Props) { mount(List); }`,
    },
    of: "main.ts",
    has: ["show references List.vue#List (import)", "show accepts List.vue#List.Props (import)"],
  },
  {
    name: "a build that imports names by itself: functions of composables, and components by their folders",
    files: {
      "package.json": `{ "name": "shop", "devDependencies": { "nuxt": "^4.0.0" } }`,
      "app/composables/cart.ts": "export function useCart() { return { add() {} }; }",
      "app/lib/cart.ts": "export function addTax() {}",
      "app/components/base/Button.vue": "<template><p/></template>",
      "app/pages/index.vue": `
        <script setup lang="ts">const cart = useCart(); addTax();</script>
        <template><BaseButton @click="cart.add()" /><LazyBaseButton /></template>`,
    },
    of: "app/pages/index.vue",
    has: [
      "Pages calls app/composables/cart.ts#useCart (import)",
      "Pages calls app/components/base/Button.vue#Button (import)",
      "Pages calls ?addTax (unresolved)",
    ],
  },
  {
    name: "without such a build a name that is declared nowhere leads nowhere",
    files: {
      "package.json": `{ "name": "shop" }`,
      "composables/cart.ts": "export function useCart() {}",
      "page.ts": "export function show() { useCart(); }",
    },
    of: "page.ts",
    has: ["show calls ?useCart (unresolved)"],
  },
  {
    name: "Svelte: markup calls, blocks bind names, and a store's value is a use of the store",
    files: {
      "dates.ts": `${DATES}\nexport const now = store();\nexport function tip(node) {}`,
      "Card.svelte": "<p/>",
      "List.svelte": `
        <script lang="ts">
          import { Clock, formatDate, now, tip } from "./dates";
          import Card from "./Card.svelte";
          export let clocks: Clock[];
          function item() {}
        </script>
        {#each clocks as item, i (item.tick())}
          <Card title={formatDate($now)} {item} />
        {:else}
          <p use:tip={{ text: "none" }} on:click={() => clocks[0].tick()}>Don't</p>
        {/each}`,
    },
    of: "List.svelte",
    has: [
      "List calls dates.ts#Clock.tick (import)",
      "List calls dates.ts#formatDate (import)",
      "List calls dates.ts#tip (import)",
      "List calls Card.svelte#Card (import)",
      "List references dates.ts#now (import)",
    ],
    hasNot: [/List\.item/],
  },
]);
