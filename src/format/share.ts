/**
 * Shares a budget among texts of these sizes: small ones get what they need, and the others as much as one another (max-min fairness); what is left by
 * rounding goes to the first. The shares never sum to more than the budget.
 */
export function fairShares(sizes: readonly number[], budget: number): number[] {
  const shares = sizes.map(() => 0);
  let left = Math.max(0, Math.floor(budget));
  const open = sizes.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size || b.index - a.index);
  for (const [done, { size, index }] of open.entries()) {
    const share = Math.min(size, Math.floor(left / (open.length - done)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
