/**
 * Works something out once for an object that is asked about many times in a row: an item, by every policy and rule it is
 * scored under. Only the last object is remembered: a map over a million items costs more than what it saves.
 */
export function rememberLast<Key extends object, Value>(workOut: (key: Key) => Value): (key: Key) => Value {
  let last: { key: Key; value: Value } | null = null;
  return (key) => {
    if (last === null || last.key !== key) last = { key, value: workOut(key) };
    return last.value;
  };
}
