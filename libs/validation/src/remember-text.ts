/** Choices and answers are few words out of few vocabularies: so many texts are kept, and none longer than this. */
const MOST_KEPT = 4096;
const MOST_CHARACTERS = 200;

/** Works something out once for each short text that comes again and again; long ones are worked out every time. */
export function rememberText<Value>(workOut: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { value: Value }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    const value = workOut(text);
    if (text.length > MOST_CHARACTERS) return value;
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, { value });
    return value;
  };
}
