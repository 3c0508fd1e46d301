/** Calls of locals that hold a function which another function returned. */
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, testEdges } from "../helpers.js";

const cases: EdgeCase[] = [
  {
    name: "a call of what a hook returns calls the function inside of it",
    files: {
      "pin.ts": dedent`
        export const usePin = () => {
          const pin = async (link: string) => link;
          return pin;
        };
        export function useBox() {
          const open = () => 1;
          const close = () => 2;
          return [open, close] as const;
        }`,
      "use.ts": dedent`
        import { useBox, usePin } from "./pin";
        export function one() { const pinLink = usePin(); pinLink("a"); }
        export function two() { const [show, hide] = useBox(); hide(); }`,
    },
    of: "use.ts",
    has: ["one calls pin.ts#usePin.pin (import)", "two calls pin.ts#useBox.close (import)"],
    hasNot: ["two calls pin.ts#useBox.open (import)"],
  },
  {
    name: "of a function that is one of two, both are possible",
    files: {
      "use.ts": dedent`
        function left() {}
        function right() {}
        export function go(isLeft: boolean) { const next = isLeft ? left : right; next(); }`,
    },
    of: "use.ts",
    has: ["go calls use.ts#left (candidate)", "go calls use.ts#right (candidate)"],
  },
  {
    name: "a local of a library's function type stays unresolved",
    files: {
      "use.ts": dedent`
        import type { Handler } from "library";
        export function go(items: Handler[]) { const first = items[0]; first(); }`,
    },
    of: "use.ts",
    has: ["go calls ? (unresolved)"],
    hasNot: [/calls library!/],
  },
];

testEdges(cases);
