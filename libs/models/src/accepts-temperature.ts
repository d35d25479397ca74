/**
 * Whether a Claude model takes a temperature; from version 4.7 on they refuse one, and the SDK then leaves it out without
 * a word in the reply. Other names, behind servers that speak Anthropic's protocol, do.
 */
export function acceptsTemperature(modelName: string): boolean {
  if (!modelName.includes('claude-')) return true;
  return /claude-(?:instant|v?[23]\b|(?:opus|sonnet|haiku)-4-(?:[0-6]\b|20\d{6}))/.test(modelName);
}
