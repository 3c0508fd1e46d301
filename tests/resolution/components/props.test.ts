/** Props and events of components of Vue and Svelte: an attribute of a tag is a use of what the component declares. */
import { testEdges } from "../helpers.js";

const LIST = `
  <script setup lang="ts">
  import UserCard from "./UserCard.vue";
  </script>
  <template>
    <user-card :user="one" compact v-model:open="isOpen" :full-name="name" @save.once="go" @update:user="set" class="a" v-bind="rest" />
  </template>`;

const USES = [
  "List references UserCard.vue#UserCard.user (import)",
  "List references UserCard.vue#UserCard.compact (import)",
  "List references UserCard.vue#UserCard.open (import)",
  "List references UserCard.vue#UserCard.fullName (import)",
  "List references UserCard.vue#UserCard.save (import)",
];

const declared = {
  "types without a name": `
    <script setup lang="ts">
    const props = defineProps<{ user: User; compact?: boolean; open: boolean; fullName: string }>();
    const emit = defineEmits<{ save: [id: number]; close: [] }>();
    function save() { emit("save", 1); }
    </script>`,
  "defaults, and events as calls": `
    <script setup lang="ts">
    withDefaults(defineProps<{ user: User; compact?: boolean; open: boolean; fullName: string }>(), { compact: true });
    defineEmits<{ (e: "save", id: number): void; (e: "close" | "stop"): void }>();
    </script>`,
  objects: `
    <script setup>
    defineProps({ user: { type: Object, required: true }, compact: Boolean, open: Boolean, fullName: String });
    defineEmits({ save: null, close: (id) => true });
    </script>`,
  lists: `
    <script setup>
    defineProps(["user", "compact", "open", "fullName"]);
    defineEmits(["save"]);
    </script>`,
};

testEdges([
  ...Object.entries(declared).map(([name, script]) => ({
    name: `Vue's props and events that ${name} declare are used by tags`,
    files: { "UserCard.vue": `${script}\n<template><p/></template>`, "List.vue": LIST },
    of: "List.vue",
    has: USES,
    hasNot: [/UserCard\.class/],
  })),
  {
    name: "a type with a name is that of the props",
    files: {
      "types.ts": "export interface Props { user: User; fullName: string }",
      "UserCard.vue": `
        <script setup lang="ts">
        import type { Props } from "./types";
        const props = defineProps<Props>();
        function show() { return props.user; }
        </script>
        <template><p/></template>`,
      "List.vue": LIST,
    },
    of: "List.vue",
    has: ["List references types.ts#Props.user (import)", "List references types.ts#Props.fullName (import)"],
  },
  {
    name: "an event is used where it is emitted",
    files: { "UserCard.vue": `${declared["types without a name"]}\n<template><p @click="$emit('close')"/></template>` },
    of: "UserCard.vue",
    has: [
      "UserCard.save references UserCard.vue#UserCard.save (exact)",
      "UserCard references UserCard.vue#UserCard.close (exact)",
    ],
  },
  {
    name: "props and events of an object of options",
    files: {
      "UserCard.vue": `
        <script>
        export default {
          props: { user: Object, compact: { type: Boolean }, fullName: String },
          emits: ["save"],
          methods: { run() { this.$emit("save", this.user); } },
        };
        </script>
        <template><p>{{ user }}</p></template>`,
      "List.vue": LIST,
    },
    of: "List.vue",
    has: [
      "List references UserCard.vue#UserCard.props.user (import)",
      "List references UserCard.vue#UserCard.props.compact (import)",
      "List references UserCard.vue#UserCard.props.fullName (import)",
      "List references UserCard.vue#UserCard.emits.save (import)",
    ],
  },
  {
    name: "a template names the props of a setup",
    files: {
      "Card.vue": `
        <script setup lang="ts">
        interface Props { user: User; open: boolean }
        defineProps<Props>();
        </script>
        <template><p v-if="open">{{ user.name }}</p></template>`,
    },
    of: "Card.vue",
    has: ["Card references Card.vue#Card.Props.open (exact)", "Card references Card.vue#Card.Props.user (exact)"],
  },
  {
    name: "a model is a prop and an event",
    files: {
      "Field.vue": `<script setup>const model = defineModel(); const title = defineModel("title");</script><template><p/></template>`,
      "Form.vue": `
        <script setup>import Field from "./Field.vue";</script>
        <template><Field v-model="a" v-model:title="b" /></template>`,
    },
    of: "Form.vue",
    has: [
      "Form references Field.vue#Field.modelValue (import)",
      "Form references Field.vue#Field.title (import)",
      "Form references Field.vue#Field.update:title (import)",
    ],
  },
  ...Object.entries({
    "export let": `<script lang="ts">
      import { createEventDispatcher } from "svelte";
      const dispatch = createEventDispatcher();
      export let value: string;
      export let title = "";
      export let open = false;
      function save() { dispatch("save", value); }
      </script>`,
    "$props of a type without a name": `<script lang="ts">
      import { createEventDispatcher } from "svelte";
      const dispatch = createEventDispatcher<{ save: string }>();
      let { value = $bindable(), title, open }: { value: string; title?: string; open: boolean } = $props();
      </script>`,
    "$props without a type": `<script>
      import { createEventDispatcher } from "svelte";
      const dispatch = createEventDispatcher();
      let { value, title = "", open: isOpen } = $props();
      const save = () => dispatch("save");
      </script>`,
  }).map(([name, script]) => ({
    name: `Svelte's ${name} has its props used by tags`,
    files: {
      "Card.svelte": `${script}\n<p>{title}</p>`,
      "List.svelte": `<script>import Card from "./Card.svelte"; let title, text;</script>
        <Card bind:value={text} {title} open on:save={() => go()} {...rest} />`,
    },
    of: "List.svelte",
    has: [
      "List references Card.svelte#Card.value (import)",
      "List references Card.svelte#Card.title (import)",
      "List references Card.svelte#Card.open (import)",
      "List references Card.svelte#Card.save (import)",
    ],
  })),
]);
