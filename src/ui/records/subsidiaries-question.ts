/** The query input for all subsidiaries; pages prefetch the same one. */
export const SUBSIDIARIES_QUESTION = { limit: 100, orderBy: 'code', orderDirection: 'asc' } as const;
