import type { RouterInputs, RouterOutputs, TrpcClient } from '@/surfaces/trpc/react';
import { formatInstant } from '@/ui/kit/date-format';
import { type Sheet, words } from '@/ui/kit/export/sheet';
import { ListTooLong } from '@/ui/records/list-too-long';
import { detailOf } from './detail-of';

type Row = RouterOutputs['security']['list']['rows'][number];

/** The most lines of one file. */
const MOST = 20_000;

/** The security log as filtered, in full, as a file. Refuses more lines than a file should hold. */
export async function securitySheet(
  client: TrpcClient,
  { before: _page, ...question }: RouterInputs['security']['list'],
  { organization, today }: { readonly organization: string; readonly today: string },
): Promise<Sheet> {
  const rows: Row[] = [];
  let before: string | undefined;
  do {
    const page = await client.security.list.query({
      ...question,
      limit: 500,
      ...(before === undefined ? {} : { before }),
    });
    rows.push(...page.rows);
    before = page.nextCursor ?? undefined;
    if (rows.length > MOST) {
      throw new ListTooLong(`More than ${MOST} events. Choose fewer days and export again.`);
    }
  } while (before !== undefined);
  return {
    name: `security-log-${today}`,
    title: 'Security log',
    facts: [['Organization', organization]],
    columns: [
      'When (UTC)',
      'Event',
      'Who',
      'Kind',
      'Address',
      'Browser or program',
      'Detail',
      'As recorded',
      'Session',
      'Request',
    ],
    lines: rows.map((row) => ({
      cells: [
        words(formatInstant(row.occurredAt.toISOString())),
        words(row.event),
        words(row.actorName),
        words(row.actorKind),
        words(row.address),
        words(row.userAgent),
        words(detailOf(row.detail)),
        words(JSON.stringify(row.detail)),
        words(row.sessionId),
        words(row.requestId),
      ],
    })),
  };
}
