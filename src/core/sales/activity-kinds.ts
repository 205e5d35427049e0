/** What someone did, or is to do, with a lead or prospect. */
export const ACTIVITY_KINDS = ['CALL', 'EMAIL', 'MEETING', 'NOTE', 'TASK'] as const;
