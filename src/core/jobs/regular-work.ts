/** What the server does at its hours for everyone, by the queue that starts it. */
export const REGULAR_WORK = {
  house: {
    label: 'Upkeep',
    words:
      'Begins billing whose hour has come, takes up sealing, webhooks, mail and jobs that a server left behind, and removes stored answers that have expired.',
    everyMinutes: 10,
  },
  identity: {
    label: 'Sign-ins',
    words: 'Removes sessions, links and failed sign-ins that no longer count.',
    everyMinutes: 10,
  },
} as const;

export type RegularWork = keyof typeof REGULAR_WORK;

/** The times of regular work in the notation of cron: every so many minutes of the hour. */
export const cronOf = (work: RegularWork): string => `*/${REGULAR_WORK[work].everyMinutes} * * * *`;

/** The first time after `now` at which regular work begins. */
export function nextTimeOf(work: RegularWork, now: Date): Date {
  const interval = REGULAR_WORK[work].everyMinutes * 60_000;
  return new Date((Math.floor(now.getTime() / interval) + 1) * interval);
}
