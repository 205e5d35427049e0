/** The question for every subsidiary at once; pages prefetch the same one. */
export const SUBSIDIARIES_QUESTION = { limit: 100, orderBy: 'code', orderDirection: 'asc' } as const;
