/** So many candidates are sought for each item that is wanted: enough to choose among, and to keep those of one answer apart. */
const CANDIDATES_PER_ITEM = 3;
/** Every group is tried at least so many times, so that a rare answer has a chance beside many frequent ones. */
const LEAST_TURNS = 2;

/**
 * Tries the members of all groups by turns, one of each group in a turn, until there are enough candidates at the end of a
 * turn or nothing is left to try: hours of labels hold thousands of moments, of which a handful are chosen. What one group does
 * not give, others may; groups that give little cost no more than a try each turn.
 *
 * @param groups each in the order in which its members are to be tried
 * @param wantedItems how many items will be chosen at most
 * @param attempt makes a candidate of a member; null where it gives none
 * @returns the candidates by turn, then by group, and how many members were not tried
 */
export function tryByTurns<Member, Made>(groups: readonly (readonly Member[])[], wantedItems: number, attempt: (member: Member) => Made | null): { made: Made[]; untried: number } {
  const sought = CANDIDATES_PER_ITEM * wantedItems;
  const longest = groups.reduce((length, group) => Math.max(length, group.length), 0);
  const made: Made[] = [];
  let turn = 0;
  while (turn < longest && (turn < LEAST_TURNS || made.length < sought)) {
    for (const group of groups) {
      if (turn >= group.length) continue;
      const candidate = attempt(group[turn] as Member);
      if (candidate !== null) made.push(candidate);
    }
    turn += 1;
  }
  return { made, untried: groups.reduce((sum, group) => sum + Math.max(0, group.length - turn), 0) };
}
