'use client';

import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { type AskedRecords, type OfferedRecords, useOffered } from './use-offered';

type Kind = RouterInputs['directory']['entityChoices']['kind'];
export type Counterparty = RouterOutputs['directory']['entityChoices']['rows'][number];
type Context = { readonly kind: Kind; readonly isAsked: boolean };

const useAsk = (asked: AskedRecords, isOn: boolean, { kind, isAsked }: Context) =>
  trpc.directory.entityChoices.useQuery({ kind, ...asked }, { enabled: isOn && isAsked, staleTime: 300_000 });

/** The customers, vendors or employees that a field offers, among them the chosen one. */
export const useCounterparties = (kind: Kind, chosen = '', isAsked = true): OfferedRecords<Counterparty> =>
  useOffered<Counterparty, Context>(kind, useAsk, { kind, isAsked }, { chosen: [chosen] });
