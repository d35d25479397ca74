import { compareText, parseJsonText, stringifyJsonLine } from '@medstream/schema';

import type { AppendLog, KeyedRecord, OnRecord, RecordReader, RunFolder, SortRules, StoredRecords } from '../ports.js';

/** The folder of a run in memory. */
export class MemoryRunFolder implements RunFolder {
  /**
   * @param spend called before each change, in place of a disk that may fail or a process that may be killed
   * @param files text by name; shared by folders that stand for one disk
   */
  constructor(
    private readonly spend: () => void = () => undefined,
    readonly files = new Map<string, string>(),
  ) {}

  async listNames(): Promise<string[]> {
    return [...this.files.keys()].sort();
  }

  async readText(name: string): Promise<string | null> {
    return this.files.get(name) ?? null;
  }

  async *readRecords(name: string): AsyncGenerator<unknown> {
    for (const line of (this.files.get(name) ?? '').split('\n').filter((text) => text !== '')) yield parseJsonText(line, name);
  }

  async writeText(name: string, text: string): Promise<void> {
    this.spend();
    this.files.set(name, text);
  }

  async writeRecords(name: string, records: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
    let text = '';
    for await (const record of records) text += `${stringifyJsonLine(record)}\n`;
    await this.writeText(name, text);
  }

  async writeSorted(name: string, records: AsyncIterable<KeyedRecord>, { refuseTie, change = (value) => value }: SortRules): Promise<void> {
    const all: KeyedRecord[] = [];
    for await (const record of records) all.push(record);
    all.sort((one, other) => compareText(one.key, other.key));
    all.forEach(({ key, place, value }, index) => {
      const earlier = all[index - 1];
      if (earlier?.key === key) throw refuseTie({ place, earlier: earlier.place, value });
    });
    await this.writeRecords(name, all.map(({ value }) => change(value)));
  }

  async openRecords(name: string, onRecord: OnRecord): Promise<RecordReader | null> {
    if (!this.files.has(name)) return null;
    const records = await this.tellRecords(name, onRecord);
    return { read: async (place) => records[place], close: async () => undefined };
  }

  async openLog(name: string, onRecord: OnRecord): Promise<AppendLog> {
    if (!this.files.has(name)) this.files.set(name, '');
    const records = await this.tellRecords(name, onRecord);
    return {
      read: async (place) => records[place],
      append: async (value) => {
        this.spend();
        this.files.set(name, `${this.files.get(name) ?? ''}${stringifyJsonLine(value)}\n`);
        return records.push(value) - 1;
      },
      close: async () => undefined,
    };
  }

  async indexRecords(name: string): Promise<StoredRecords> {
    const records: unknown[] = [];
    for await (const record of this.readRecords(name)) records.push(record);
    return { length: records.length, read: (index) => records[index] };
  }

  async remove(name: string): Promise<void> {
    this.spend();
    this.files.delete(name);
  }

  /** A record's place is its number among all. */
  private async tellRecords(name: string, onRecord: OnRecord): Promise<unknown[]> {
    const records: unknown[] = [];
    for await (const record of this.readRecords(name)) onRecord(record, records.push(record) - 1);
    return records;
  }
}
