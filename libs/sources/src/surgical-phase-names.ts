/** Phases in the order of the operation, as the folders name them after their ordinal. */
export const SURGICAL_PHASES = [
  'establishment_of_abdominal_surgical_environment',
  'dissection_of_the_posterior_peritoneal_space_of_the_right_colon_and_the_right_hemi-colon',
  'identification_and_ligation_of_the_vessels_on_the_mesentery',
  "dissection_of_the_posterior_peritoneal_space_of_the_transverse_colon_and_the_henle's_trunk",
  'opening_of_the_gastrocolic_ligament_and_identification_of_the_mesenteric_interspace_(ims)',
  'specimen_removal_and_gastrointestinal_reconstruction_(intra-abdominal_and_extra-abdominal_anastomosis)',
] as const;
