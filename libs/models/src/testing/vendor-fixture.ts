import type { ModelReply } from '../model.js';

/** A whole HTTP answer in a vendor's documented format, with the fields it really sends, and what it means. */
export interface RecordedAnswer {
  title: string;
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** What the contract of all providers needs to know of one: a file `ID-fixture.ts` of this folder exports one as `fixture`. */
export interface VendorFixture {
  provider: string;
  /** Whose form the answers of the fake server have. */
  dialect: 'openai' | 'google' | 'anthropic';
  /** Path of a call below the server. */
  path: string;
  keyHeader: { name: string; value: (apiKey: string) => string };
  /**
   * The body of a call with the prompt `Question: which phase?`, the JPEG bytes 1, 2, 3 (base64 AQID) at 10.04 s and the
   * PNG bytes 4, 5, 6 (base64 BAUG) at 12 s.
   */
  requestBody: unknown;
  /** An answer whose text is `calot triangle dissection`, of 900 tokens in and 5 out. */
  good: RecordedAnswer;
  /** Further answers with status 200. */
  replies: (RecordedAnswer & { expected: Partial<ModelReply> })[];
  /** Answers that hold no reply, whatever their status, and may hold one the next time: tried again. */
  again: RecordedAnswer[];
  /** Answers that end a call at once, without another try; null stands for a reply and not an error. */
  final: (RecordedAnswer & { code: string })[];
  /** An answer that says in its own way to wait 17 s. */
  wait: RecordedAnswer;
}
