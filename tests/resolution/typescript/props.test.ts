/** Props: an attribute of a tag is a use of the member that the component takes. */
import { testEdges } from "../helpers.js";

const PROPS = "export interface Props { size: string; onClick?(): void; title?: string }";

/** A file with one component `Button`, whose props are `Props`. */
const withProps = (component: string) => `${PROPS}\n${component}`;

const USES = [
  "Page references button.tsx#Props.size (import)",
  "Page references button.tsx#Props.onClick (import)",
  "Page calls button.tsx#Button (import)",
];
const PAGE = `
  import { Button } from "./button";
  export function Page({ rest }) { return <Button key="a" size="sm" onClick={() => {}} {...rest}/>; }`;

const components = {
  "a function that takes its props apart": "export function Button({ size }: Props) { return <a/>; }",
  "an arrow function": "export const Button = (props: Props) => <a>{props.size}</a>;",
  "a component of the type FC": `
    import React from "react";
    export const Button: React.FC<Props> = ({ size }) => <a/>;`,
  "an arrow function of the type FC, of React without an import":
    "export const Button: React.FC<Props> = ({ size }) => <a/>;",
  "a component that is memoized": `
    import { memo } from "react";
    export const Button = memo(({ size }: Props) => <a/>);`,
  "a component that is memoized by its name": `
    import { memo } from "react";
    function Inner({ size }: Props) { return <a/>; }
    export const Button = memo(Inner);`,
  "a component that hands on its ref": `
    import { forwardRef } from "react";
    export const Button = forwardRef<HTMLButtonElement, Props>((props, ref) => <a/>);`,
  "a component that hands on its ref, with annotations": `
    import * as React from "react";
    export const Button = React.memo(React.forwardRef(function Button(props: Props, ref: React.Ref<HTMLElement>) { return <a/>; }));`,
  "a class": `
    import { Component } from "react";
    export class Button extends Component<Props> { render() { return <a/>; } }`,
  "a class without JSX of its own": `
    import * as React from "react";
    export class Button extends React.PureComponent<Props, {}> { render() { return null; } }`,
  "an intersection": "export function Button(props: { name: string } & Props) { return <a/>; }",
  "props without one": `export function Button(props: Omit<Props, "title">) { return <a/>; }`,
  "props that may be left out": "export function Button({ size }: Partial<Readonly<Props>>) { return <a/>; }",
  "an alias": "type Own = Props & { name?: string };\nexport function Button(props: Own) { return <a/>; }",
  "the props of another component": `
    import type { ComponentProps } from "react";
    function Inner(props: Props) { return <a/>; }
    export function Button(props: ComponentProps<typeof Inner>) { return <Inner {...props}/>; }`,
  "an alias of another component": "function Inner(props: Props) { return <a/>; }\nexport const Button = Inner;",
};

testEdges([
  ...Object.entries(components).map(([name, component]) => ({
    name: `${name} has its props used by tags`,
    files: { "button.tsx": withProps(component), "page.tsx": PAGE },
    of: "page.tsx",
    has: USES,
  })),
  {
    name: "a component of the type FC takes its props apart, of React without an import",
    files: { "button.tsx": withProps("export const Button: React.FC<Props> = ({ size }) => <a>{size}</a>;") },
    of: "button.tsx",
    has: ["Button references button.tsx#Props.size (exact)"],
  },
]);
