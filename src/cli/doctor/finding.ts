/** What a check of the doctor found. */

export interface Finding {
  check: string;
  /** fail: codeindex does not work so. warn: it does, and will not well. */
  level: "ok" | "warn" | "fail";
  message: string;
  /** What to do; where all is well there is nothing. */
  advice?: string;
}

/** A check: what it looks at is one thing, which may be told in several lines. */
export type Check = () => Promise<Finding[]> | Finding[];

export const ok = (check: string, message: string): Finding => ({ check, level: "ok", message });
export const warn = (check: string, message: string, advice: string): Finding => ({
  check,
  level: "warn",
  message,
  advice,
});
export const fail = (check: string, message: string, advice: string): Finding => ({
  check,
  level: "fail",
  message,
  advice,
});
