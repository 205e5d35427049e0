/**
 * How long a test waits for what must come, in milliseconds: longer than any machine needs, so that a wait ends what hangs and
 * never judges speed. `expect.poll` waits as long by itself (vitest.config.ts).
 */
export const PATIENCE_MS = 240_000;
