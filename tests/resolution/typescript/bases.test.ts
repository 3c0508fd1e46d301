/** Sources of the members of types: the rest of Omit and Pick, aliases, and components of React. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const PROPS = `
  export interface Props { size: number; label: string; onClick(): void }
  export interface Named { name: string }`;

test("an interface has the members that Omit, Pick and Partial leave of a type", () => {
  const sample = programOf({
    "props.ts": PROPS,
    "a.ts": `
      import { Named, Props } from "./props";
      interface Button extends Omit<Props, "size" | "label">, Partial<Named> { size: string; name: string; onClick(): void }
      interface Label extends Pick<Props, "label"> { size: string; label: string }
      export function click(button: Button) { button.onClick(); }
      interface Other extends Omit<Props, keyof Named> { label: string }
      export const labelOf = (other: Other) => other.onClick();`,
  });
  expect(edgesOf(sample, "a.ts", ["overrides", "calls"])).toEqual([
    "Button.name overrides props.ts#Named.name (import)",
    "Button.onClick overrides props.ts#Props.onClick (import)",
    "Label.label overrides props.ts#Props.label (import)",
    "click calls a.ts#Button.onClick (exact)",
    "labelOf calls props.ts#Props.onClick (import)",
  ]);
});

test("an interface has the members of what an alias stands for", () => {
  const sample = programOf({
    "props.ts": PROPS,
    "a.ts": `
      import { Named, Props } from "./props";
      type Sized<T> = T & Omit<Props, "label"> & { title: string };
      interface Button extends Sized<Named> { name: string; label: string; title: string }
      export function show(button: Button) { button.onClick(); }`,
  });
  expect(edgesOf(sample, "a.ts", ["overrides", "calls"])).toEqual([
    "Button.name overrides props.ts#Named.name (import)",
    "Button.title overrides a.ts#Sized.title (exact)",
    "show calls props.ts#Props.onClick (import)",
  ]);
});

test("a component that is a class overrides, and has the props and the state of its type arguments", () => {
  const sample = programOf({
    "props.ts": PROPS,
    "abstract.tsx": `
      import * as React from "react";
      export abstract class Base<P, S = {}> extends React.PureComponent<P, S> {
        protected check(props: P) {}
        renderBase() { return <div/>; }
      }`,
    "a.tsx": `
      import React from "react";
      import { Base } from "./abstract";
      import type { Named, Props } from "./props";
      export class Button extends Base<React.PropsWithChildren<Props>, Named> {
        static sizes = { small: 1 };
        render() { this.check(this.props); return <b onClick={() => this.props.onClick()}>{this.state.name}</b>; }
        protected check(props: Props) {
          this.setState((state, props) => ({ name: state.name + props.label }));
        }
      }
      export const small = Button.sizes;`,
  });
  const edges = edgesOf(sample, "a.tsx");
  for (const edge of [
    "Button.check overrides abstract.tsx#Base.check (import)",
    "Button.render calls a.tsx#Button.check (exact)",
    "Button.render calls props.ts#Props.onClick (import)",
    "Button.render references props.ts#Named.name (import)",
    "Button.check references props.ts#Named.name (import)",
    "Button.check references props.ts#Props.label (import)",
    "small references a.tsx#Button.sizes (exact)",
  ])
    expect(edges).toContain(edge);
});

test("hooks of React give what they are given", () => {
  const sample = programOf({
    "context.ts": `
      import * as React from "react";
      export interface Cart { add(id: string): void; size: number }
      export const CartContext = React.createContext<Partial<Cart>>({});`,
    "a.tsx": `
      import React, { useRef, useState } from "react";
      import { Cart, CartContext } from "./context";
      export const Badge = () => {
        const { add } = React.useContext(CartContext);
        const [cart] = useState<Cart>();
        const last = useRef<Cart>(null);
        const once = React.useCallback((other: Cart) => other, []);
        add("a");
        cart.add("b");
        last.current.add("c");
        once(cart).add("d");
        return (
          <CartContext.Consumer>
            {({ size }) => <b>{size}</b>}
          </CartContext.Consumer>
        );
      };`,
  });
  const add = "Badge calls context.ts#Cart.add (import)";
  expect(edgesOf(sample, "a.tsx", ["calls"]).filter((edge) => edge.includes("Cart"))).toEqual([add, add, add, add]);
  expect(edgesOf(sample, "a.tsx", ["references"])).toContain("Badge references context.ts#Cart.size (import)");
});
