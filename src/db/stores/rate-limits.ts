import { directoryPool } from '../client';

/** The result of counting a request of a key. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly minuteUsed: number;
  /** Time until the oldest request of the minute no longer counts. */
  readonly minuteWaitMs: number;
  readonly dayUsed: number;
  readonly dayWaitMs: number;
}

interface Row {
  o_allowed: boolean;
  o_minute_used: number;
  o_minute_wait_ms: string;
  o_day_used: number;
  o_day_wait_ms: string;
}

/**
 * Counts one request of a key if it is within the limits: at most `minute` in any 60 seconds and `day` in any 24 hours, over
 * all servers. A null `now` uses the database's clock, which all servers share.
 */
export async function countRequest(
  key: string,
  limits: { readonly minute: number; readonly day: number },
  now: Date | null,
): Promise<RateVerdict> {
  const result = await directoryPool().queryAs<Row>(
    { organizationId: null, userId: null },
    {
      name: 'take_rate',
      text: 'select * from daybook_take_rate($1, $2::int, $3::int, $4::timestamptz)',
      values: [key, limits.minute, limits.day, now],
    },
  );
  const [row] = result.rows;
  if (row === undefined) throw new Error('a rate is one row');
  return {
    allowed: row.o_allowed,
    minuteUsed: row.o_minute_used,
    minuteWaitMs: Number(row.o_minute_wait_ms),
    dayUsed: row.o_day_used,
    dayWaitMs: Number(row.o_day_wait_ms),
  };
}
