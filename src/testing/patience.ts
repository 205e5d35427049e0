/**
 * How long a test waits for what must come, in milliseconds: longer than any machine needs, so that a wait ends what hangs and
 * never judges speed. `expect.poll` waits as long by itself (vitest.config.ts). Trials of planted bugs set DAYBOOK_PATIENCE_MS to less,
 * because some bugs make a test wait for what never comes.
 */
export const PATIENCE_MS = Number(process.env.DAYBOOK_PATIENCE_MS ?? 240_000);
