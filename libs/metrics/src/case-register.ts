import { compareText } from '@medstream/schema';

/** Numbers case_ids in the order in which they appear, and says their order by text in the end. */
export interface CaseRegister {
  numberOf(caseId: string): number;
  /** Per number the place of its case_id in the sorted list of all. */
  rank(): Int32Array;
}

/** Shared by all figures of a summary, so that a case_id is kept and sorted once. */
export function createCaseRegister(): CaseRegister {
  const numbers = new Map<string, number>();
  let ranks: Int32Array | null = null;
  return {
    numberOf(caseId) {
      let number = numbers.get(caseId);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(caseId, number);
        ranks = null;
      }
      return number;
    },
    rank() {
      if (ranks !== null) return ranks;
      const made = new Int32Array(numbers.size);
      [...numbers].sort(([one], [other]) => compareText(one, other)).forEach(([, number], place) => {
        made[number] = place;
      });
      ranks = made;
      return made;
    },
  };
}

/** A list of numbers that grows in place. */
export interface NumberList {
  push(value: number): void;
  increase(index: number, by: number): void;
  length(): number;
  list(): Float64Array;
}

export function createNumberList(): NumberList {
  let values = new Float64Array(16);
  let length = 0;
  return {
    push(value) {
      if (length === values.length) {
        const larger = new Float64Array(2 * length);
        larger.set(values);
        values = larger;
      }
      values[length] = value;
      length += 1;
    },
    increase(index, by) {
      values[index] = (values[index] as number) + by;
    },
    length: () => length,
    list: () => values.subarray(0, length),
  };
}
