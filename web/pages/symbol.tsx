/** Symbol: a symbol, who calls it, and where it is declared. */
import { Message } from "../parts/states.js";

export default function SymbolPage() {
  return <Message title="Symbol">A symbol, who calls it, and where it is declared.</Message>;
}
