/** The rule by which a path is left out. */

interface ReasonProps {
  /** The words before it: `Reason`. */
  words: string;
  path: string;
  reason: string | null;
  rule: string | null;
  /** The path that the rule is about. */
  decided_at: string | null;
}

export function Reason({ words, path, reason, rule, decided_at: by }: ReasonProps) {
  return (
    <p>
      {words}: {reason}
      {rule !== null && (
        <>
          {" "}
          by <code>{rule}</code>
        </>
      )}
      {by !== null && by !== path && (
        <>
          , which leaves out <code>{by}</code> and all below it
        </>
      )}
      .
    </p>
  );
}
