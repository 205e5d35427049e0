/** A file of ours with its path from the root. */
export type SourceFile = { path: string; text: string };

/** A place that breaks a rule, the rule, and the reason for it. */
export type Breach = { path: string; line?: number; rule: string; why: string };
