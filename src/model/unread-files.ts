/** Files outside the index that may use a name. */
export interface UnreadFiles {
  /** Files that have one of the names, with why they are not in the index (a SkipReason or an error code), or `partial`. */
  files: { path: string; reason: string }[];
  /** Files, and folders as wholes, that could not be looked into. */
  unread: number;
  /** Whether there are more files that parsed in part and may have a name in the rest. */
  isCapped: boolean;
}
