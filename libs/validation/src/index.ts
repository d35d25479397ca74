export { type FindMediaExtent, type MediaExtent } from './check-media.js';
export { createValidator, type ItemPlace, type Validator, type ValidatorOptions } from './create-validator.js';
export { renderValidationRules } from './render-rules.js';
export { VALIDATION_RULES, type ValidationCode, type ValidationRule } from './validation-rules.js';
