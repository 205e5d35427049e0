interface Regular {
  readonly label: string;
  readonly words: string;
  /** A divisor of an hour, or a day. */
  readonly everyMinutes: number;
  readonly at?: number;
}

/** What the server does at fixed times for everyone, by the queue that starts it. */
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
  verification: {
    label: 'Verification',
    words: 'Verifies what is new in the books since the night before, and all of them once a week.',
    everyMinutes: 1_440,
    /** Minutes after midnight, UTC. */
    at: 150,
  },
} as const satisfies Readonly<Record<string, Regular>>;

export type RegularWork = keyof typeof REGULAR_WORK;

const A_DAY = 1_440;

/** The times of regular work in the notation of cron: every so many minutes of the hour, or once a day. */
export function cronOf(work: RegularWork): string {
  const { everyMinutes, at = 0 }: Regular = REGULAR_WORK[work];
  return everyMinutes < A_DAY ? `*/${everyMinutes} * * * *` : `${at % 60} ${Math.floor(at / 60)} * * *`;
}

/** The first time after `now` at which regular work begins. */
export function nextTimeOf(work: RegularWork, now: Date): Date {
  const { everyMinutes, at = 0 }: Regular = REGULAR_WORK[work];
  const [interval, offset] = [everyMinutes * 60_000, at * 60_000];
  return new Date((Math.floor((now.getTime() - offset) / interval) + 1) * interval + offset);
}
