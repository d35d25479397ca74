const FIRST_PLACES = 1024;
/** An empty place; keys are counted from 1 inside. */
const EMPTY = 0;

/**
 * A growing set of keys from 0 to 2^53 - 2, some 16 to 32 bytes each: a `Set` of a million such numbers takes several times
 * as much, and each growth of it as much again.
 */
export class KeySet {
  private places = new Float64Array(FIRST_PLACES);
  private size = 0;

  /** Puts a key in. @returns whether it was there already */
  add(key: number): boolean {
    if (this.size * 2 >= this.places.length) this.grow();
    return this.put(key + 1);
  }

  /** Open addressing: a key stands at its place or in the first free one after it. */
  private put(stored: number): boolean {
    const { places } = this;
    let place = stored % places.length;
    while (places[place] !== EMPTY) {
      if (places[place] === stored) return true;
      place = place + 1 === places.length ? 0 : place + 1;
    }
    places[place] = stored;
    this.size += 1;
    return false;
  }

  private grow(): void {
    const before = this.places;
    this.places = new Float64Array(before.length * 2);
    this.size = 0;
    for (const stored of before) if (stored !== EMPTY) this.put(stored);
  }
}
