/** Every error a user can meet: its code, its status, and the next step to take. Any other error that is thrown is a fault of ours. */

interface ErrorKind {
  /** HTTP status of a REST answer. */
  status: number;
  category: "request" | "filesystem" | "index" | "resource" | "network" | "configuration" | "internal";
  severity: "warning" | "error" | "critical";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** The next steps for the user. */
  suggestions: string[];
}

const request = (status: number, ...suggestions: string[]): ErrorKind => ({
  status,
  category: "request",
  severity: "error",
  retryable: false,
  suggestions,
});

export const ERRORS = {
  not_found: request(404, "search_symbols finds symbols by name; list_directory shows paths."),
  invalid_parameter: request(400, "Correct the parameter that the message names and call again."),
  path_escape: request(400, "Give a path inside the repository, relative to its root, with / between its parts."),
  binary_file: request(415, "read_media_file answers with images and audio."),
  too_large: request(413, "Ask for less: a line range, fewer paths, or a smaller limit."),
  request_timeout: request(408, "Send the request again, its body at once."),
  project_not_found: request(404, "list_projects shows the projects and their ids."),
  project_selection_ambiguous: request(409, "Give project_id; list_projects shows the ids."),
  unauthorized: request(401, "Send a valid token in the Authorization header; commands take it from CODEINDEX_TOKEN."),
  forbidden: request(403, "Ask an administrator for a token that may do this."),
  index_not_built: {
    status: 409,
    category: "index",
    severity: "error",
    retryable: true,
    suggestions: ["The first index is still being built: get_status shows how far it is. index_codebase starts one."],
  },
  index_error: {
    status: 500,
    category: "index",
    severity: "error",
    retryable: true,
    suggestions: ["explain_path says what became of a file; reindex_workspace builds again."],
  },
  index_timeout: {
    status: 504,
    category: "index",
    severity: "error",
    retryable: true,
    suggestions: ["Narrow the query (a path filter, a longer literal) and call again."],
  },
  build_already_running: {
    status: 409,
    category: "index",
    severity: "warning",
    retryable: true,
    suggestions: ["get_status shows the running build; call again when it is done."],
  },
  scip_invalid: {
    status: 400,
    category: "request",
    severity: "error",
    retryable: false,
    suggestions: [
      "Run the indexer again and send the file it wrote, whole and not compressed: codeindex scip import index.scip.",
    ],
  },
  scip_commit_unknown: {
    status: 409,
    category: "index",
    severity: "error",
    retryable: true,
    suggestions: [
      "Fetch the commit into the project's repository and run the job again (POST /projects/{id}/jobs/{job}/retry), or send the index without a commit.",
    ],
  },
  scip_no_match: {
    status: 409,
    category: "index",
    severity: "error",
    retryable: false,
    suggestions: [
      "Index the files as they are in the project now, name the folder that the index's paths begin at (folder), and see with explain_path which files the project has.",
    ],
  },
  diff_invalid: request(
    400,
    "Give the output of git diff as it is, with the lines that begin with ---, +++ and @@: git diff > my.diff; codeindex impact my.diff.",
  ),
  diff_no_match: request(
    409,
    "Give a diff of this project, whose one side is the code as it is indexed; get_status tells the indexed commit. base and head compare commits of the project's repository.",
  ),
  diff_unavailable: request(409, "Give the diff as text (diff): git diff BASE HEAD | codeindex impact -."),
  cancelled: { status: 499, category: "request", severity: "warning", retryable: true, suggestions: ["Call again."] },
  engine_unavailable: {
    status: 503,
    category: "resource",
    severity: "critical",
    retryable: true,
    suggestions: ["The database does not answer; the service tries again by itself. /ready says what is down."],
  },
  filesystem_unavailable: {
    status: 503,
    category: "filesystem",
    severity: "critical",
    retryable: true,
    suggestions: [
      "Mend the disk, the mount or the limit that the message names. The index stays as it was, and the build is tried again by itself.",
    ],
  },
  daemon_unavailable: {
    status: 503,
    category: "network",
    severity: "error",
    retryable: true,
    suggestions: ["Start the service: npm start -- --repo DIR. Or say where it is: --url, or CODEINDEX_API_BASE."],
  },
  rate_limited: {
    status: 429,
    category: "resource",
    severity: "warning",
    retryable: true,
    suggestions: ["Wait and call again."],
  },
  provider_unavailable: {
    status: 503,
    category: "network",
    severity: "warning",
    retryable: true,
    suggestions: ["Answers by words and symbols still work."],
  },
  llm_unavailable: {
    status: 503,
    category: "configuration",
    severity: "warning",
    retryable: false,
    suggestions: ["Configure a chat model, or leave this option out."],
  },
  configuration: {
    status: 500,
    category: "configuration",
    severity: "critical",
    retryable: false,
    suggestions: ["Correct the setting that the message names and start again."],
  },
  encryption_key: {
    status: 500,
    category: "configuration",
    severity: "critical",
    retryable: false,
    suggestions: [
      "Give the key beside the others in CODEINDEX_ENCRYPTION_KEY_FILE (any line but the first): it is needed until `codeindex keys rotate` has replaced it.",
    ],
  },
  data_dir_in_use: {
    status: 500,
    category: "configuration",
    severity: "critical",
    retryable: false,
    suggestions: ["Stop the other process, or choose another folder with --data-dir."],
  },
  internal: {
    status: 500,
    category: "internal",
    severity: "critical",
    retryable: true,
    suggestions: ["The log has the details under the reference number."],
  },
} satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** The shape of every error: in a tool result, a REST body or a job record. */
export interface ErrorEnvelope {
  error: {
    code: ErrorCode;
    message: string;
    category: ErrorKind["category"];
    severity: ErrorKind["severity"];
    retryable: boolean;
    suggestions: string[];
    context: Record<string, unknown>;
    timestamp: string;
  };
}

/** An error meant for the user. `message` says what is wrong; it never holds a path outside the repository, SQL, a secret or a stack. */
export class CodeindexError extends Error {
  override name = "CodeindexError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly context: Record<string, unknown> = {},
    readonly suggestions: string[] = ERRORS[code].suggestions,
  ) {
    super(message);
  }

  toEnvelope(): ErrorEnvelope {
    const { category, severity, retryable } = ERRORS[this.code];
    return {
      error: {
        code: this.code,
        message: this.message,
        category,
        severity,
        retryable,
        suggestions: this.suggestions,
        context: this.context,
        timestamp: new Date().toISOString(),
      },
    };
  }
}

/** The error that an envelope stands for; its code may be written in capitals. */
export function errorFrom({ error }: ErrorEnvelope): CodeindexError {
  const code = error.code.toLowerCase();
  const known = (Object.keys(ERRORS) as ErrorCode[]).find((each) => each === code);
  return new CodeindexError(known ?? "internal", error.message, error.context, error.suggestions);
}

/** The error for a parameter with a wrong value: names it and says what is allowed. */
export function invalidParameter(parameter: string, problem: string): CodeindexError {
  return new CodeindexError("invalid_parameter", `${parameter}: ${problem}`, { parameter });
}

/** Node's messages about a certificate that is not signed by a trusted authority, belongs to another name, or is out of date. */
const CERTIFICATE_ERRORS = /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/;

/** The error for a service whose certificate is not trusted; undefined where something else failed. */
export function certificateError(error: unknown, origin: string): CodeindexError | undefined {
  const { code = "", message = "" } = (error as { cause?: { code?: string; message?: string } }).cause ?? {};
  if (!CERTIFICATE_ERRORS.test(code)) return undefined;
  return new CodeindexError("daemon_unavailable", `The certificate of ${origin} is not trusted: ${message}.`, {}, [
    "Name the file of the authority that signed it (PEM) in NODE_EXTRA_CA_CERTS, or the service by the name that the certificate is for.",
  ]);
}
