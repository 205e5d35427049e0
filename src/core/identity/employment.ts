/** How an employee is employed. */
export const EMPLOYMENT_TYPES = ['full-time', 'part-time', 'contractor', 'intern'] as const;
