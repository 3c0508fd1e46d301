/** Try a tool: every tool, with a form made of its schema. */
import { Message } from "../parts/states.js";

export default function TryPage() {
  return <Message title="Try a tool">Every tool, with a form made of its schema.</Message>;
}
