/** All of a dimension's values at once, inactive ones too. */
export const DIMENSION_QUESTION = { page: 1, limit: 200, includeInactive: true } as const;
