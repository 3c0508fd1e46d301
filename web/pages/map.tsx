/** Map: the parts of a project, and how they depend on each other. */
import { Message } from "../parts/states.js";

export default function MapPage() {
  return <Message title="Map">The parts of a project, and how they depend on each other.</Message>;
}
