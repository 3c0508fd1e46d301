/** Code: a file or a folder of a project, at any ref. */
import { Message } from "../parts/states.js";

export default function CodePage() {
  return <Message title="Code">A file or a folder of a project, at any ref.</Message>;
}
