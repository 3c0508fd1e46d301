import { useState } from "react";

export default function Counter({ start = 0 }) {
  const [count, setCount] = useState(start);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}

export const List = ({ items }) => items.map((item) => <Counter key={item} start={item} />);
