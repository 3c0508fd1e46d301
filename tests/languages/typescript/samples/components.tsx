import React, { forwardRef, memo } from "react";
import { Card } from "./card";
import * as UI from "./ui";

interface Props {
  title: string;
  onClose(): void;
}

/** Shows a title. */
export function Title({ title, onClose }: Props) {
  return (
    <Card onClick={onClose}>
      <UI.Header size={1}>{title}</UI.Header>
      <div className="x">{render(title)}</div>
    </Card>
  );
}

const render = (text: string) => <b>{text}</b>;

export const Panel: React.FC<Props> = (props) => <Title {...props} />;

export const Input = memo(
  forwardRef<HTMLInputElement, Props>((props, ref) => <input ref={ref} title={props.title} />),
);

export class Page extends React.Component<Props> {
  render() {
    return <Panel title={this.props.title} onClose={this.close} />;
  }
  close = () => {};
}

export default function App<T,>() {
  const Local = Title;
  return <Local title="x" onClose={() => {}} />;
}
