/** The result of a check of the doctor. */

export interface Finding {
  check: string;
  /** fail: codeindex does not work. warn: it works, but not well. */
  level: "ok" | "warn" | "fail";
  message: string;
  /** The next step; absent where all is well. */
  advice?: string;
}

/** A check of one subject, which may have several findings. */
export type Check = () => Promise<Finding[]> | Finding[];

/** A check that found nothing wrong. */
export const ok = (check: string, message: string): Finding => ({ check, level: "ok", message });
/** A check that found a risk, and the way to remove it. */
export const warn = (check: string, message: string, advice: string): Finding => ({
  check,
  level: "warn",
  message,
  advice,
});
/** A check that found a fault, and the way to mend it. */
export const fail = (check: string, message: string, advice: string): Finding => ({
  check,
  level: "fail",
  message,
  advice,
});
