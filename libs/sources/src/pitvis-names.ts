/** Steps by id, 1 to 14. */
export const PITVIS_STEPS = [
  'nasal_corridor_creation',
  'anterior_sphenoidotomy',
  'septum_displacement',
  'sphenoid_sinus_clearance',
  'sellotomy',
  'durotomy',
  'tumour_excision',
  'haemostasis',
  'synthetic_graft_placement',
  'fat_graft_placement',
  'gasket_seal_construct',
  'dural_sealant',
  'nasal_packing',
  'debris_clearance',
] as const;

/** Instruments by id, 1 to 18. */
export const PITVIS_INSTRUMENTS = [
  'bipolar_forceps',
  'cottle',
  'cup_forceps',
  'dural_scissors',
  'freer_elevator',
  'haemostatic_foam',
  'irrigation_syringe',
  'kerrisons',
  'micro_doppler',
  'nasal_cutting_forceps',
  'pituitary_rongeurs',
  'retractable_knife',
  'ring_curette',
  'spatula_dissector',
  'stealth_pointer',
  'suction',
  'surgical_drill',
  'tissue_glue',
] as const;
