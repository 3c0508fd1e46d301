/** Audit: who asked what, and when. */
import { Message } from "../parts/states.js";

export default function AuditPage() {
  return <Message title="Audit">Who asked what, and when.</Message>;
}
