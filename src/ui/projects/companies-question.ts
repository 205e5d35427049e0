/** All companies at once. */
export const COMPANIES_QUESTION = { limit: 500 } as const;
