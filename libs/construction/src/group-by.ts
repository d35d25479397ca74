/** The members of a list by key, in the order of the keys; those of one key in the order of the list. */
export function groupBy<Member>(list: Iterable<Member>, keyOf: (member: Member) => string): [string, Member[]][] {
  const groups = new Map<string, Member[]>();
  for (const member of list) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
