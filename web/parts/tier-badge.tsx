/** How an edge was found, in one word and a colour. */

/** From the surest down; the words explain each to those who do not know it. */
const TIERS: Record<string, string> = {
  exact: "Decided by the language's own rules or by imported facts",
  import: "Follows an import",
  unique: "The only declaration of this name",
  candidate: "One of several declarations that it may be",
  external: "Declared in a library",
  unresolved: "Where it leads is not known",
};

/** The tiers that leave no doubt. Lists have a badge for the others alone: one on each row would say nothing. */
const SURE: ReadonlySet<string> = new Set(["exact", "import"]);

/** The badge of an edge that is not sure. */
export const DoubtBadge = ({ tier }: { tier: string }) => (SURE.has(tier) ? null : <TierBadge tier={tier} />);

export function TierBadge({ tier }: { tier: string }) {
  return (
    <span class={`tier tier-${tier in TIERS ? tier : "unresolved"}`} title={TIERS[tier]}>
      {tier}
    </span>
  );
}
