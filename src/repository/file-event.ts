/** A finding of a scan or a watch about one path of a repository. */
export type FileEvent =
  /** A file to index; the scan has read its status, not its content. */
  | { kind: "file"; path: string; size: number; modifiedNs: bigint; inode: bigint }
  /**
   * Left out, and why; `isDirectory` stands for everything below. `isChosen`: people left out what would be taken in. `stamp`: changes when the code
   * does that is left out, where there is any.
   */
  | {
      kind: "skipped";
      path: string;
      isDirectory: boolean;
      size: number | null;
      reason: SkipReason;
      detail: string;
      isChosen?: true;
      stamp?: bigint;
    }
  /** Seen but not readable; `reason` is a code, `message` for people. */
  | { kind: "failed"; path: string; reason: string; message: string }
  /** Was there and is gone (watching only; a scan's missing paths are told by comparing with the ledger). */
  | { kind: "deleted"; path: string };

/** Type of an entry of a folder. */
export type EntryType = "file" | "directory" | "symlink" | "special";

export type SkipReason =
  | "ignored" // by an ignore file: the detail is `pattern (file:line)`
  | "excluded" // by configuration
  | "language" // code of a language that the project's settings leave out
  | "secret" // .env, keys, certificates, credentials
  | "binary"
  | "generated"
  | "minified"
  | "lock_file"
  | "data" // large, and in the index with its beginning and for search_text
  | "too_large"
  | "too_many" // beyond the most files of a project that are read
  | "symlink" // leads outside the root, or in a loop
  | "special"; // a socket, FIFO or device

/** Why a file is left out, and by which rule, for people. */
export interface Skip {
  reason: SkipReason;
  detail: string;
  /** Whether people chose so for code that would be taken in: by configuration or a `.codeindexignore`. */
  isChosen?: true;
}
