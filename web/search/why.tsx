/** Why a place was found: in words, and as a bar of what counted. */

export interface Explanation {
  sum: Record<string, number>;
  factors: Record<string, number>;
  score: number;
}

/** The names of the signals; others have their own name. */
const SIGNALS: Record<string, string> = {
  text: "words in its code",
  file: "words in its file",
  fileName: "name of the file",
  folder: "names of the folders",
  scope: "names around it",
  name: "its name",
  nameCovered: "all of its name is asked for",
  meaning: "meaning",
  doc: "its doc comment",
  line: "a line that the question names",
};

const inWords = (name: string): string =>
  SIGNALS[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export function Why({ reason, explanation }: { reason: string; explanation?: Explanation | undefined }) {
  if (!explanation) return reason === "" ? null : <p class="search-why dim">{reason}</p>;
  const parts = Object.entries(explanation.sum).filter(([, value]) => value > 0);
  const total = parts.reduce((sum, [, value]) => sum + value, 0);
  const factors = Object.entries(explanation.factors).filter(([, value]) => value !== 1);
  return (
    <details class="search-why">
      <summary>
        <span class="search-bar" aria-hidden="true">
          {parts.map(([name, value], index) => (
            <span key={name} class={`search-bar-${index % 6}`} style={{ width: `${(100 * value) / total}%` }} />
          ))}
        </span>
        <span class="dim">{reason}</span>
      </summary>
      <dl>
        {parts.map(([name, value], index) => (
          <div key={name}>
            <dt>
              <span class={`search-dot search-bar-${index % 6}`} aria-hidden="true" /> {inWords(name)}
            </dt>
            <dd>{value.toFixed(2)}</dd>
          </div>
        ))}
        {factors.map(([name, value]) => (
          <div key={name}>
            <dt>× {inWords(name)}</dt>
            <dd>{value.toFixed(2)}</dd>
          </div>
        ))}
        <div class="search-total">
          <dt>Score</dt>
          <dd>{explanation.score.toFixed(2)}</dd>
        </div>
      </dl>
    </details>
  );
}
