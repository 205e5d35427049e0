import { detailOf } from '@/core/identity/security-detail';
import { instantWords } from '@/core/sheets/date-words';
import { words } from '@/core/sheets/sheet';
import { describeExport } from '@/usecases/directory/describe-export';
import { runForOutput } from '@/usecases/kit/run';
import { streamSecurityEvents } from '@/usecases/security/stream-security-events';
import { defineSheet } from './sheet';

/** The security log as filtered, in full. */
export const securitySheet = defineSheet({
  rows: streamSecurityEvents,
  async head(call) {
    const { organization } = await runForOutput(describeExport, call, {});
    return {
      name: `security-log-${call.clock.today()}`,
      title: 'Security log',
      facts: [['Organization', organization]],
      columns: [
        { title: 'When (UTC)', width: 20 },
        { title: 'Event', width: 20 },
        { title: 'Who', width: 24 },
        { title: 'Kind' },
        { title: 'Address', width: 18 },
        { title: 'Browser or program', width: 32 },
        { title: 'Detail', width: 40 },
        { title: 'As recorded', width: 40 },
        { title: 'Session', width: 38 },
        { title: 'Request', width: 38 },
      ],
    };
  },
  lines: (row) => [
    {
      cells: [
        words(instantWords(row.occurredAt)),
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
    },
  ],
});
