/** Version of what the builders write; any change of wording, selection or timing changes it. Stands in every item's provenance. */
export const CONSTRUCTION_VERSION = '1.2.0';
