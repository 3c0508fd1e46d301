/** Tokens: who may ask, and about what. */
import { Message } from "../parts/states.js";

export default function TokensPage() {
  return <Message title="Tokens">Who may ask, and about what.</Message>;
}
