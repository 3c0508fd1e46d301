/** Index: how each project stands, and why a file is not in the index. */
import { Message } from "../parts/states.js";

export default function IndexPage() {
  return <Message title="Index">How each project stands, and why a file is not in the index.</Message>;
}
