/** Settings of other products or of older names that codeindex refuses by name, each with the setting to use instead. */

export interface RefusedSetting {
  /** Its place in codeindex.config.json. */
  file?: string;
  environment?: string;
  /** One or two sentences: how it works instead, and the setting to use. */
  instead: string;
  /** Values, as JSON, that ask for the fixed behaviour. They are accepted. */
  accepts?: readonly string[];
}

export const REFUSED_SETTINGS: readonly RefusedSetting[] = [
  {
    file: "indexing.chunkOverlap",
    accepts: ["0"],
    instead:
      "Chunks end where declarations end and do not overlap; leave it out. get_file_context shows the lines around a chunk.",
  },
  {
    file: "indexing.strategies",
    accepts: ['["embeddings","tfidf"]', '["tfidf","embeddings"]'],
    instead:
      "Words and symbols are always indexed; use indexing.embeddingProvider (CODEINDEX_EMBEDDING_PROVIDER), where none makes no vectors.",
  },
  {
    file: "indexing.updateInterval",
    environment: "CODEINDEX_UPDATE_INTERVAL",
    instead:
      "Changes are indexed as they happen; use workspace.watchInterval (CODEINDEX_WATCH_INTERVAL) for folders that cannot be watched.",
  },
  {
    file: "indexing.batchSize",
    instead:
      "Use providers.openai.batchSize (CODEINDEX_OPENAI_BATCH_SIZE) for requests to a provider; batches of files have one size.",
  },
  {
    file: "server.name",
    instead: "The service is called codeindex; each client names it in its own configuration (codeindex mcp-config).",
  },
  {
    file: "server.version",
    instead: "The version is that of the installed package; codeindex --version prints it.",
  },
  {
    file: "server.transport",
    instead: "Each transport has its command: `codeindex serve` speaks Streamable HTTP, `codeindex mcp` speaks stdio.",
  },
  {
    file: "server.enableTelemetry",
    environment: "CODEINDEX_ENABLE_TELEMETRY",
    accepts: ["false"],
    instead:
      "codeindex reports to nobody. Use OTEL_EXPORTER_OTLP_ENDPOINT to send traces to a collector of yours, and /metrics for Prometheus.",
  },
  {
    file: "search.cacheMb",
    environment: "CODEINDEX_SEARCH_CACHE_MB",
    instead: "Use search.cacheSize (CODEINDEX_CACHE_SIZE) with a unit, such as 500MB.",
  },
  {
    environment: "CODEINDEX_URL",
    instead: "CODEINDEX_API_BASE says where commands and clients find the service.",
  },
  {
    environment: "CODEINDEX_TRUST_NETWORK",
    instead: "A service that other machines reach needs CODEINDEX_AUTH.",
  },
];

/** Whether a value, as JSON or as the text of a variable, asks for the fixed behaviour. */
export function isAccepted({ accepts = [] }: RefusedSetting, raw: unknown): boolean {
  const text = typeof raw === "string" ? raw.trim() : JSON.stringify(raw);
  return accepts.includes(text);
}
