/** The demo company's "today": DAYBOOK_TODAY, which `npm test` fixes for it; otherwise the machine's. */
export const today = (): string => process.env.DAYBOOK_TODAY ?? new Date().toISOString().slice(0, 10);
