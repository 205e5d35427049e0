'use client';

import { STATE_WORDS } from '@/core/revenue/judgements/judgement-labels';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import { DateText, InstantText } from '@/ui/kit/figures/date-text';
import { Pill, type PillTone } from '@/ui/kit/figures/pill';
import type { Column } from '@/ui/kit/tables/data-table';

export type Judgement = RouterOutputs['revenue']['judgements']['list']['rows'][number];

const TONES: Readonly<Record<Judgement['state'], PillTone>> = {
  ANSWERED: 'positive',
  OPEN: 'caution',
  SUPERSEDED: 'faint',
  VOIDED: 'faint',
};

/** One row of a table of judgments; no two have the same place in the same contract with the same wording. */
export const judgementId = (row: Judgement) =>
  [
    row.contractId,
    row.eventId,
    row.costId,
    row.topic,
    row.about,
    row.question,
    row.answer,
    row.paragraph,
  ].join('/');

/** Question, answer, evidence, and who gave it when. */
export const JUDGEMENT_COLUMNS: readonly Column<Judgement>[] = [
  {
    id: 'asks',
    header: 'Question',
    className: 'min-w-56',
    cell: (row) => (
      <>
        {row.asks}
        <span className="block text-ink-mute text-small">{row.paragraph}</span>
      </>
    ),
  },
  {
    id: 'about',
    header: 'About',
    className: 'min-w-28',
    cell: (row) => row.about ?? 'The contract',
  },
  {
    id: 'answer',
    header: 'Answer',
    className: 'min-w-36',
    cell: (row) => row.answer ?? <span className="text-ink-mute">No answer</span>,
  },
  {
    id: 'evidence',
    header: 'Evidence',
    className: 'min-w-48 break-words',
    cell: (row) => row.evidence ?? <span className="text-ink-mute">No evidence</span>,
  },
  {
    id: 'who',
    header: 'Who, when',
    className: 'min-w-32',
    cell: (row) => (
      <>
        {row.byName ?? (row.at === null ? 'In a draft' : 'Daybook')}
        {row.at === null ? null : (
          <span className="block text-ink-mute text-small">
            <InstantText value={row.at} />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'from',
    header: 'Effective',
    className: 'whitespace-nowrap',
    narrowLabel: true,
    cell: (row) => <DateText value={row.effectiveDate} />,
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => <Pill tone={TONES[row.state]}>{STATE_WORDS[row.state]}</Pill>,
  },
];
