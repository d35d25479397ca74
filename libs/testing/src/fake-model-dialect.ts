/** A reply as its sender means it; names of reasons and counts are the vendor's own. */
export interface FakeText {
  text: string | null;
  finishReason?: string;
  reasoning?: string;
  refusal?: string;
  usage?: Record<string, unknown>;
}

/** Whose wire format a fake model server speaks. */
export interface FakeDialect {
  /** What the base URL ends in. */
  path: string;
  describeReply(reply: FakeText): Record<string, unknown>;
  /** The answer of a vendor's filter, with status 200. */
  describeBlock(): Record<string, unknown>;
}

const openai: FakeDialect = {
  path: '/v1',
  describeReply({ text, finishReason = 'stop', reasoning, refusal, usage }) {
    const message = { role: 'assistant', content: text, reasoning_content: reasoning, refusal };
    return { id: 'fake-1', object: 'chat.completion', created: 1, model: 'fake', choices: [{ index: 0, message, finish_reason: finishReason }], usage };
  },
  describeBlock: () => openai.describeReply({ text: null, finishReason: 'content_filter' }),
};

const google: FakeDialect = {
  path: '/v1beta',
  describeReply({ text, finishReason = 'STOP', reasoning, usage }) {
    const parts = [...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]), ...(text === null ? [] : [{ text }])];
    // a reply without parts has a content without the key
    const content = parts.length === 0 ? { role: 'model' } : { role: 'model', parts };
    return { candidates: [{ content, finishReason, index: 0 }], usageMetadata: usage, modelVersion: 'fake', responseId: 'fake-1' };
  },
  describeBlock: () => ({ promptFeedback: { blockReason: 'OTHER' }, modelVersion: 'fake', responseId: 'fake-1' }),
};

const anthropic: FakeDialect = {
  path: '/v1',
  describeReply({ text, finishReason = 'end_turn', reasoning, usage = { input_tokens: 1, output_tokens: 1 } }) {
    const content = [...(reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning, signature: 'c2ln' }]), ...(text === null ? [] : [{ type: 'text', text }])];
    return { id: 'msg_1', type: 'message', role: 'assistant', model: 'fake', content, stop_reason: finishReason, stop_sequence: null, usage };
  },
  describeBlock: () => anthropic.describeReply({ text: null, finishReason: 'refusal' }),
};

export const FAKE_DIALECTS = { openai, google, anthropic } as const satisfies Record<string, FakeDialect>;

export type FakeDialectName = keyof typeof FAKE_DIALECTS;
