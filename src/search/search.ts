/** The read line: a query to hits. */
export interface Searcher {
  close(): Promise<void>;
}
