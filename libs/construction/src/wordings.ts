/**
 * Every question we write, in natural English. `{…}` is filled from the draft; the number of a wording is part of the
 * template id in an item's provenance, so add at the end and never reorder. Window, choices and response protocol are the
 * prompt builder's to tell, not the question's. Names of instruments may be plural (scissors), so no verb agrees with one;
 * questions about actions avoid "clip", which is one.
 */
export const WORDINGS = {
  state_now: [
    'Which {noun} is shown at the current moment?',
    'What {noun} is under way at the end of this clip?',
    'At the latest moment you can see, which {noun} is being carried out?',
  ],
  state_earlier: [
    'Which {noun} was shown {moment}?',
    'Looking back, which {noun} was under way {moment}?',
    'Think back: what {noun} was being carried out {moment}?',
  ],
  state_order: [
    'Which {noun} was the first to be shown in this clip?',
    'More than one {noun} is shown in this clip. Which one came first?',
    'Looking back over the clip, with which {noun} did it begin?',
  ],
  state_sequence: [
    'Several {nouns} are shown in this clip. In which order did these three appear?',
    'Looking back over the clip, which of these orders of {nouns} is right?',
  ],
  state_duration: [
    'For about how many seconds in all is the {noun} "{label}" shown in this clip?',
    'Looking back over the clip, how long in all does the {noun} "{label}" last?',
    'How much of this clip, in seconds, belongs to the {noun} "{label}"?',
  ],
  presence_duration: [
    'For about how many seconds in all can you see {thing} in this clip?',
    'Looking back over the clip, for how long in all could you see {thing}?',
    'How much of this clip, in seconds, shows {thing}?',
  ],
  kinds: [
    'How many different {nouns} are shown in this clip?',
    'Looking back over the clip, how many different {nouns} did you see?',
    'Count the different {nouns} in this clip. How many are there?',
  ],
  state_next: [
    'Which {noun} will be the first to begin within the next {horizon}? Answer no change if the current one lasts that long.',
    'Looking ahead {horizon}: which {noun} comes next? Answer no change if none begins by then.',
  ],
  state_far: [
    'Looking ahead {far}: which {noun} will then be shown?',
    'Which {noun} will be under way {far} from now?',
  ],
  state_next_streaming: [
    'Which {noun} will be the first to follow the one shown at the start of the clip, within {horizon} of the start?',
    'The clip starts in one {noun}. Which one comes next within {horizon}?',
  ],
  state_alert: [
    'Raise an alert as soon as the {noun} "{label}" begins.',
    'Watch the procedure and alert the team once it reaches the {noun} "{label}".',
    'Keep watching. Tell me when the {noun} "{label}" has started.',
  ],
  tools_visible: [
    'Which instruments are visible at the current moment?',
    'Name every instrument that can be seen at the end of this clip.',
    'At the latest moment you can see, which instruments are in view?',
  ],
  tool_present: [
    'Can the {label} be seen at the current moment?',
    'Can you see the {label} at the end of this clip?',
    'At the latest moment shown, can you see the {label}?',
  ],
  tools_used: [
    'Which instruments were visible at any time in this clip?',
    'Looking back over the clip, which instruments could be seen?',
    'Name every instrument that was seen in this clip.',
  ],
  tool_used: [
    'Could the {label} be seen at any time in this clip?',
    'Looking back over the clip, did you see the {label}?',
    'Did you see the {label} at any moment of this clip?',
  ],
  tool_next: [
    'Which instrument that is not visible now will be the first to appear within the next {horizon}? Answer no change if none appears.',
    'Looking ahead {horizon}: which further instrument comes into view first? Answer no change if there is none.',
  ],
  tool_far: [
    'Looking ahead {far}: which further instrument will then be in view?',
    'Which instrument that is not visible now will be seen {far} from now?',
  ],
  tool_next_streaming: [
    'Which instrument that is not visible at the start of the clip will be the first to appear within {horizon} of the start?',
    'Some instruments may be in view at the start of the clip. Which further one appears first within {horizon}?',
  ],
  tool_alert: [
    'Raise an alert as soon as you can see the {label}.',
    'Watch the procedure and alert the team once the {label} can be seen.',
    'Keep watching. Tell me when you first see the {label}.',
  ],
  presence_visible: [
    'Which {nouns} can be seen at the current moment?',
    'Name every {noun} that can be seen at the end of this part of the video.',
    'At the latest moment you can see, which {nouns} are shown?',
  ],
  presence_present: [
    'Can {thing} be seen at the current moment?',
    'Can you see {thing} at the end of this part of the video?',
    'At the latest moment shown, can you see {thing}?',
  ],
  presence_all_seen: [
    'Which {nouns} could be seen at any time in this part of the video?',
    'Looking back over this part of the video, which {nouns} were shown?',
    'Name every {noun} that was seen in this part of the video.',
  ],
  presence_seen: [
    'Could {thing} be seen at any time in this part of the video?',
    'Looking back over this part of the video, did you see {thing}?',
    'Did you see {thing} at any moment of this part of the video?',
  ],
  presence_next: [
    'Which {noun} that cannot be seen now will be the first to appear within the next {horizon}? Answer no change if none appears.',
    'Looking ahead {horizon}: which further {noun} comes first? Answer no change if there is none.',
  ],
  presence_far: [
    'Looking ahead {far}: which further {noun} will then be shown?',
    'Which {noun} that cannot be seen now will be seen {far} from now?',
  ],
  presence_next_streaming: [
    'Which {noun} that cannot be seen at the start of this part of the video will be the first to appear within {horizon} of the start?',
    'Leaving out what is shown at the start of this part of the video, which {noun} appears first within {horizon}?',
  ],
  presence_alert: [
    'Raise an alert as soon as {thing} can be seen.',
    'Watch the procedure and alert the team once you can see {thing}.',
    'Keep watching. Tell me when {thing} can first be seen.',
  ],
  presence_image: [
    'Can {thing} be seen in this picture?',
    'Can you see {thing} in this picture?',
    'Look at the picture. Can you see {thing}?',
  ],
  presence_all_image: [
    'Which {nouns} can be seen in this picture?',
    'Name every {noun} that this picture shows.',
    'Look at the picture. Which {nouns} are there?',
  ],
  class_image: [
    'Which {noun} does this picture show?',
    'What is the {noun} in this picture?',
    'Looking at this picture, which {noun} fits it best?',
  ],
  class_clip: [
    'Which {noun} does this recording show?',
    'Looking back over the whole clip, which {noun} fits it best?',
    'Having seen the whole clip, what is the {noun}?',
  ],
  class_next: [
    'Which {noun} will be seen within the next {horizon}?',
    'Looking ahead {horizon}: which {noun} follows?',
    'What {noun} do you expect within the next {horizon}?',
  ],
  score_grade: [
    'Which {noun} does this whole recording show?',
    'Judging by the whole clip, which {noun} fits the operator best?',
    'Having watched the whole clip, how would you grade the {noun}?',
  ],
  score_rating: [
    'On a scale from {min} to {max}, how would an expert rate "{scale}" in this recording?',
    'Judging by the whole clip, which mark from {min} to {max} fits "{scale}"?',
    'Between {min} (lowest) and {max} (highest), where does this recording stand in "{scale}"?',
  ],
  score_count: [
    'What is the count of "{scale}" over this whole recording?',
    'Looking back over the whole clip, what is the right number for "{scale}"?',
    'Count over the whole clip: what number do you get for "{scale}"?',
  ],
  triplet_verb: [
    'What is the {instrument} doing at the current moment?',
    'At the latest moment you can see, what does the {instrument} do?',
    'Which action does the {instrument} carry out at the end of this part of the video?',
  ],
  triplet_target: [
    'What is the {instrument} acting on at the current moment?',
    'At the end of this part of the video, to what is the {instrument} applied?',
    'Which structure or object does the {instrument} work on at the latest moment shown?',
  ],
  triplet_alert: [
    'Raise an alert as soon as the {instrument} begins to {verb} the {target}.',
    'Watch the procedure and alert the team once you see the {instrument} {verb} the {target}.',
    'Keep watching. Tell me when the {instrument} first begins to {verb} the {target}.',
  ],
  region_count: [
    'Count every {label} that can be seen {when}. How many are there?',
    'How many of this kind can be seen {when}: {label}?',
    'What number do you get when you count each {label} visible {when}?',
  ],
  region_location: [
    'In which quarter of the frame does the centre of {definite} lie {when}?',
    'Divide the frame into four quarters. Which one holds the centre of {definite} {when}?',
    'Where in the frame can the centre of {definite} be found {when}?',
  ],
  box_size: [
    'How much of the frame would a rectangle drawn round {definite} take up {when}?',
    'Draw the smallest upright rectangle round {definite} {when}. What part of the frame is that?',
  ],
  mask_size: [
    'How much of the frame does {definite} cover {when}?',
    'What part of the area of the frame belongs to {definite} {when}?',
  ],
  region_attribute: [
    'Which of these describes {definite} {when}?',
    'How would you describe {definite} {when}?',
  ],
  view_alert: [
    'Raise an alert as soon as {event}.',
    'Watch the procedure and alert the team once {event}.',
    'Keep watching. Tell me when {event}.',
  ],
  event_alert: [
    'Raise an alert as soon as an adverse event of the kind "{label}" begins.',
    'Watch the procedure and alert the team once an adverse event of the kind "{label}" sets in.',
    'Keep watching. Tell me when an adverse event of the kind "{label}" starts.',
  ],
} as const satisfies Record<string, readonly string[]>;

export type WordingFamily = keyof typeof WORDINGS;

/** Fills the places of a wording. @throws Error (a defect of ours) for a place without a value */
export function fillWording(wording: string, fill: Readonly<Record<string, string>>): string {
  return wording.replace(/\{(\w+)\}/gu, (_, place: string) => {
    const value = fill[place];
    if (value === undefined) throw new Error(`no value for {${place}} in "${wording}"`);
    return value;
  });
}
