'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { formatDate } from '@/ui/kit/figures/date-format';

/** Why a day is proposed for settling documents. */
const whyProposed = ({ date, ownDate, isOwn }: RouterOutputs['transactions']['day']): string =>
  isOwn
    ? 'The later of the dates on which they were posted.'
    : `They were posted by ${formatDate(ownDate)}, whose period is not open. ${formatDate(date)} is the first open day.`;

/** The day on which documents are settled: the one proposed for them, with the reason, until another is chosen. */
export function useSettlementDay(ids: readonly string[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data } = trpc.transactions.day.useQuery({ ids: [...ids] }, { placeholderData: keepPreviousData });
  return {
    appliedOn: chosen ?? data?.date ?? '',
    setAppliedOn: (date: string) => setChosen(date),
    hint: data === undefined ? undefined : whyProposed(data),
  };
}
