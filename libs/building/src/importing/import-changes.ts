/** Everything that an import changes in a record or file, by a stable name. What is not named here stays as it was. */
export const IMPORT_CHANGES = {
  'file/one-per-line': 'objects over several lines are written one a line',
  'fields/renamed': 'fields under other names have ours',
  'question/protocol-removed': 'the response protocol that was baked into the question is removed; the prompt states it once',
  'protocol/spelling': 'the response protocol is spelled as the contract spells it',
  'time/floor-removed': 'a window that starts at 0.001, the floor of the release, starts at 0',
  'answer/list': 'an answer that joins several choices in one text is a list of them',
  'rounds/numbered': 'rounds without a number are numbered in the order of the record',
  'rounds/window-added': 'rounds without input_range have [query_time, current_time]',
  'rounds/answerable-added': 'rounds without a flag are answerable where their expected output is no abstention',
  'window/added': 'a streaming item without input_range or context_window_sec has them from its rounds',
  'item/from-record': 'a record of another form is written as an item',
  'window/from-media': 'the window is [0, length of the clip], read from the media',
  'window/from-record': 'the window is [0, length of the clip], as the record states it, for want of the media',
  'track/from-name': 'the track, which the record does not state, follows from its id',
} as const;

export type ImportChange = keyof typeof IMPORT_CHANGES;
