'use client';

import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { type AskedRecords, type OfferedRecords, useOffered } from './use-offered';

type Kind = RouterInputs['directory']['recordChoices']['kind'];
export type RecordChoice = RouterOutputs['directory']['recordChoices']['rows'][number];
type Context = { readonly kind: Kind; readonly isAsked: boolean };

const useAsk = (asked: AskedRecords, isOn: boolean, { kind, isAsked }: Context) =>
  trpc.directory.recordChoices.useQuery({ kind, ...asked }, { enabled: isOn && isAsked, staleTime: 300_000 });

/** The items, projects or warehouses that a field offers, among them the chosen ones and those that texts of cells name. */
export const useRecordChoices = (
  kind: Kind,
  chosen: readonly string[] = [],
  isAsked = true,
  texts: readonly string[] = [],
): OfferedRecords<RecordChoice> =>
  useOffered<RecordChoice, Context>(kind, useAsk, { kind, isAsked }, { chosen, texts });
