import pino from 'pino';

/** The process log: JSON lines on standard error. Never log bodies, tokens or names of people. */
export const log = pino(
  { level: process.env.LOG_LEVEL ?? 'info', base: null, redact: ['authorization', 'password', 'token'] },
  pino.destination({ dest: 2, sync: false }),
);
