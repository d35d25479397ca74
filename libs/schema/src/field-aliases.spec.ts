import { fieldAliasesSchema, findUnnamedRounds, renameFields } from './field-aliases.js';

const aliases = fieldAliasesSchema.parse({
  rounds: ['streaming_rounds', 'timeline'],
  round_fields: { current_time: 't_c', answerable: ['is_answerable', 'can_answer'] },
  item_fields: { expected_response_time: 'critical_time' },
});

it.each([
  ['every level', { task_mode: 'streaming', timeline: [{ t_c: 2, can_answer: true }], critical_time: 2 }, { task_mode: 'streaming', rounds: [{ current_time: 2, answerable: true }], expected_response_time: 2 }, ['critical_time -> expected_response_time', 'timeline -> rounds', 't_c -> rounds[].current_time', 'can_answer -> rounds[].answerable']],
  ['the first of several names', { timeline: [1], streaming_rounds: [2] }, { rounds: [2], timeline: [1] }, ['streaming_rounds -> rounds']],
  ['our own name is never replaced', { rounds: [{ current_time: 1, t_c: 9 }], timeline: [] }, { rounds: [{ current_time: 1, t_c: 9 }], timeline: [] }, []],
  ['nothing to rename', { task_mode: 'single_turn' }, { task_mode: 'single_turn' }, []],
  ['no object', 'text', 'text', []],
  ['rounds that are no objects', { timeline: [3, null] }, { rounds: [3, null] }, ['timeline -> rounds']],
])('renameFields: %s', (_, record, value, renamed) => {
  const given = JSON.stringify(record);
  expect(renameFields(record, aliases)).toEqual({ value, renamed });
  expect(JSON.stringify(record)).toBe(given);
});

it.each([
  ['no list', { task_mode: 'streaming', sample_id: 'a', steps: [] }, [['rounds', 'its fields are task_mode, sample_id, steps']]],
  ['members under other names', { task_mode: 'streaming', rounds: [{ round: 1, current_time: 2, input_range: [0, 2], say: 'x', answerable: true }] }, [['rounds[0].expected_output', 'its fields are round, current_time, input_range, say, answerable']]],
  ['all there', { task_mode: 'streaming', rounds: [{ round: 1, current_time: 2, input_range: [0, 2], expected_output: 'x', answerable: true }] }, []],
  ['an empty list is a matter of the rules', { task_mode: 'streaming', rounds: [] }, []],
  ['a single turn has none', { task_mode: 'single_turn' }, []],
])('findUnnamedRounds: %s', (_, record, expected) => {
  expect(findUnnamedRounds(record).map(({ path }) => path)).toEqual(expected.map(([path]) => path));
  findUnnamedRounds(record).forEach(({ message }, index) => expect(message).toContain(expected[index]?.[1]));
});

it.each([[{ round: 'x' }], [{ round_fields: { time: 't' } }], [{ item_fields: { rounds: 'x' } }], [{ rounds: [] }]])('the map refuses %j', (map) => {
  expect(fieldAliasesSchema.safeParse(map).success).toBe(false);
});
