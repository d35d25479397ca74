/** Words of a description for what cells are cut at. */
export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', 'white space': undefined } as const;
