/** All units at once, inactive ones too. */
export const UNITS_QUESTION = { page: 1, limit: 200, includeInactive: true } as const;
