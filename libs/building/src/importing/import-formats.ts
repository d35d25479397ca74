import { type BenchmarkItem, type EngineError, type FieldAliases, findUnnamedRounds, isEngineError, type SourceDescriptor } from '@medstream/schema';

import { CATARACT_DATASET, type CataractRecordFacts, convertCataractRecord, readCataractFacts } from './convert-cataract-record.js';
import { convertReleaseRecord } from './convert-release-record.js';
import { compareCataractCounts } from './count-cataract-records.js';
import type { DraftedRecord, ImportFormat, ImportPorts } from './import-ports.js';

/** Names of `--format`. */
export const IMPORT_FORMATS = ['medstreambench', 'cataract-vlm'] as const;
export type ImportFormatName = (typeof IMPORT_FORMATS)[number];

/** A change of what is written changes it. */
const IMPORT_VERSION = '1';
const UNKNOWN_TERMS = 'not stated';

export function openImportFormat(name: ImportFormatName, { ports, aliases }: { ports: Pick<ImportPorts, 'describeDataset' | 'caseIdOf' | 'readClipMicros'>; aliases: FieldAliases }): ImportFormat {
  return name === 'medstreambench' ? openReleaseFormat(ports, aliases) : openCataractFormat(ports);
}

/** The public release: its records are held to the rules in its own form, so that its known defects are told (D2 to D18). */
function openReleaseFormat(ports: Pick<ImportPorts, 'describeDataset' | 'caseIdOf'>, aliases: FieldAliases): ImportFormat {
  return {
    name: 'medstreambench',
    config: { aliases },
    notes: ['organ and terms of each data set are those this engine knows; a name that it does not know has none'],
    terms: null,
    draft: async (value, { file, sha256 }) => {
      const { candidate, changes, renamed } = convertReleaseRecord(value, aliases);
      const problems = findUnnamedRounds(candidate).map((problem) => ({ code: 'schema/invalid', ...problem }));
      const complete = (item: BenchmarkItem): BenchmarkItem => {
        const known = ports.describeDataset(item.dataset);
        return {
          schema_version: 1,
          ...item,
          case_id: item.case_id ?? ports.caseIdOf({ dataset: item.dataset, videoId: item.video_id }),
          organ: item.organ ?? known?.organ ?? 'unknown',
          provenance: item.provenance ?? {
            sources: [{ path: file, sha256 }],
            signal: item.task,
            builder: 'import-medstreambench',
            builder_version: IMPORT_VERSION,
            template: 'release',
            // the release says only in its ids that a model worded a record
            model: /_gemini_/u.test(item.sample_id) ? 'gemini' : null,
            ...describeTerms(known),
          },
        };
      };
      return { checked: candidate, complete, changes, renamed, problems };
    },
    listWarnings: () => [],
  };
}

const CATARACT_TERMS: SourceDescriptor = {
  id: CATARACT_DATASET,
  aliases: ['cataract-vlm'],
  title: 'Cataract Surgery VLM Evaluation Dataset, test split',
  organ: 'eye',
  access: 'public folder of records and clips',
  licence: 'terms of the original videos; third-party YouTube content',
  citation: 'shahedm2001/cataract_surgery_vlm_eval',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['youtube', 'phase'],
  layout: ['<record_id>.jsonl', '<clip>.mp4'],
};

function openCataractFormat({ readClipMicros }: Pick<ImportPorts, 'readClipMicros'>): ImportFormat {
  const counted: CataractRecordFacts[] = [];
  return {
    name: 'cataract-vlm',
    config: {},
    notes: ['sampling_period_sec is 1: the README of the set leaves it open', 'the headline of narration is overall_score'],
    terms: CATARACT_TERMS,
    draft: async (value, { file, sha256 }) => {
      const facts = readCataractFacts(value);
      if (facts !== null) counted.push(facts);
      const clip = await readClip(readClipMicros, facts?.video ?? null);
      if (isEngineError(clip)) return refuse([{ code: clip.code, path: 'video', message: clip.message }]);
      const converted = convertCataractRecord(value, clip);
      if ('problems' in converted) return refuse(converted.problems.map(({ path, message }) => ({ code: path === 'video' && clip === null ? 'media/missing' : 'schema/invalid', path, message })));
      const { item, metadata, changes } = converted;
      const provenance = { sources: [{ path: file, sha256 }], signal: item.task, builder: 'import-cataract-vlm', builder_version: IMPORT_VERSION, template: 'record', record_metadata: metadata, ...describeTerms(CATARACT_TERMS) };
      return { checked: { schema_version: 1, ...item, provenance }, complete: (checked) => checked, changes, renamed: [], problems: [] };
    },
    listWarnings: () => compareCataractCounts(counted),
  };
}

async function readClip(readClipMicros: ImportPorts['readClipMicros'], video: string | null): Promise<number | null | EngineError> {
  if (video === null) return null;
  try {
    return await readClipMicros(video);
  } catch (error) {
    // one clip that cannot be read is a matter of its records; a machine without ffmpeg is not
    if (isEngineError(error) && error.code !== 'media/ffmpeg-missing') return error;
    throw error;
  }
}

function refuse(problems: DraftedRecord['problems']): DraftedRecord {
  return { checked: null, complete: (item) => item, changes: [], renamed: [], problems };
}

function describeTerms(known: SourceDescriptor | null): { licence: string; citation: string; access: string } {
  return { licence: known?.licence ?? UNKNOWN_TERMS, citation: known?.citation ?? UNKNOWN_TERMS, access: known?.access ?? UNKNOWN_TERMS };
}
