/** The members that annotations add to a type, as bytes of a parse result. */
import { ADDED_KINDS, type AddedMember } from "./parse-result.js";
import {
  type Reader,
  readEntry,
  readList,
  readNames,
  readString,
  type Writer,
  writeNames,
  writeString,
} from "./parse-result-strings.js";

/** Writes the members of a symbol. */
export function writeAddedMembers(out: Writer, members: readonly AddedMember[]): void {
  out.body.unsigned(members.length);
  for (const { name, kind, fields } of members) {
    writeString(out, name);
    out.body.unsigned(ADDED_KINDS.indexOf(kind));
    writeNames(out, fields);
  }
}

/** Reads what `writeAddedMembers` wrote. */
export function readAddedMembers(from: Reader): AddedMember[] {
  return readList(from, () => ({
    name: readString(from),
    kind: readEntry(from, ADDED_KINDS),
    fields: readNames(from),
  }));
}
