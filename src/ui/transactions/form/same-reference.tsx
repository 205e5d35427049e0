'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { isAskedOf } from '@/core/transactions/header-terms';
import { KIND_FACTS, type TransactionKind } from '@/core/transactions/kinds';
import { trpc } from '@/surfaces/trpc/react';
import { formatDate } from '@/ui/kit/figures/date-format';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { useRested } from '@/ui/kit/input/use-rested';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import type { HeaderValues } from './form-header';

/** How long, in milliseconds, typing rests before the reference is looked up. */
const REST_MS = 300;

/** Says that documents of the counterparty carry the reference being entered already, with links to them. */
export function SameReference({
  kind,
  draftId,
}: {
  readonly kind: TransactionKind;
  readonly draftId: string | null;
}) {
  const books = useBooks();
  const { control } = useFormContext<HeaderValues>();
  const [entityId, typed] = useWatch({ control, name: ['entityId', 'referenceNumber'] });
  const referenceNumber = useRested(typed, REST_MS);
  const isAsked = isAskedOf('referenceNumber', kind) && entityId !== '' && referenceNumber.trim() !== '';
  const found = trpc.transactions.sameReference.useQuery(
    { kind, entityId, referenceNumber, exceptId: draftId },
    { enabled: isAsked },
  );
  const rows = isAsked ? (found.data ?? []) : [];
  if (rows.length === 0) return null;
  return (
    <Notice tone="caution" role="status">
      {`${KIND_FACTS[kind].label} ${referenceNumber.trim()} has been entered before: `}
      {rows.map(({ id, transactionNumber, transactionDate, status }, index) => (
        <span key={id}>
          {index === 0 ? '' : ', '}
          <TextLink href={books.path(`transactions/${id}`)} target="_blank">
            {transactionNumber}
          </TextLink>
          {` of ${formatDate(transactionDate)} (${statusWords(status).toLowerCase()})`}
        </span>
      ))}
      .
    </Notice>
  );
}
