/** The latest runs. */
export const RUNS_QUESTION = { page: 1, limit: 100 } as const;
