/** An invented record in the form of the set's README; `track: undefined` leaves the track out. */
export interface CataractRecordFacts {
  id?: string;
  task: string;
  answer?: unknown;
  reference?: string | undefined;
  prompt?: string;
  video?: string;
  track?: string | undefined;
  durationSec?: number;
}

export function makeCataractRecord(facts: CataractRecordFacts): Record<string, unknown> {
  const { task, answer, reference, prompt = 'What is shown?', video = 'PH_0009_1234_S2_0007_clip.mp4', durationSec } = facts;
  const isMarked = task === 'visual_description' || task === 'narration';
  const user = { role: 'user', content: [{ type: 'video', video }, { type: 'text', text: prompt }] };
  return {
    record_id: facts.id ?? `PH_0009_1234_S2_0007_${task}`,
    task_category: isMarked ? task : 'phase',
    question_type: task,
    reward_type: isMarked ? 'llm_judge' : 'deterministic',
    split: 'Test',
    ...('track' in facts ? {} : { track: 'phase' }),
    video,
    ...(isMarked ? { messages: [user, ...(reference === undefined ? [] : [{ role: 'assistant', content: reference }])] } : { prompt: [user], correct_answer: answer, reference_reasoning: 'an invented reason' }),
    metadata: { site: 'S2', ...(durationSec === undefined ? {} : { clip_duration_seconds: durationSec }) },
  };
}
