/**
 * Stability S: the share of positive rounds among those whose current_time is at or after t* (paper, "Stability").
 * Null where no round lies there, and where t* is null. Times on one integer scale.
 */
export function scoreStability(rounds: readonly { currentMicros: number; isPositive: boolean }[], expectedMicros: number | null): number | null {
  if (expectedMicros === null) return null;
  const after = rounds.filter((round) => round.currentMicros >= expectedMicros);
  return after.length === 0 ? null : after.filter((round) => round.isPositive).length / after.length;
}
