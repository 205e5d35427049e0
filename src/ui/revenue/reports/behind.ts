import { parseAsJson } from 'nuqs/server';
import type { RouterInputs } from '@/surfaces/trpc/react';

export type SummedFigure = RouterInputs['revenue']['reports']['behind']['figure'];
type ContractFigure = Omit<RouterInputs['revenue']['explain'], 'contractId'>;

/** A figure somebody asks about: one that sums contracts, or one of a single contract. */
export type Behind = { readonly label: string } & (
  | { readonly figure: SummedFigure }
  | { readonly contractId: string; readonly explain: ContractFigure }
);

/** In the address, so that Back returns to it. What it says is judged by the verb. */
export const behindFilter = parseAsJson<Behind>((value) => {
  const said = value as Partial<Record<'label' | 'figure' | 'contractId', unknown>> | null;
  if (typeof said?.label !== 'string') return null;
  return typeof said.figure === 'object' || typeof said.contractId === 'string' ? (value as Behind) : null;
}).withOptions({ history: 'push' });

/** How a contract's part of a summed figure is explained; null where the page of the contract or subscription says more. */
export function explainOf(figure: SummedFigure): ContractFigure | null {
  switch (figure.kind) {
    case 'BOOKED':
      return { figure: 'transactionPrice' };
    case 'REMAINING':
    case 'UNSCHEDULED':
    case 'EXPECTED':
      return { figure: 'remaining' };
    case 'REVENUE': {
      const { from, to, of } = figure;
      return {
        figure: 'revenue',
        ...(from !== undefined && from === to && of !== 'OPEN' ? { period: from } : {}),
      };
    }
    case 'DEFERRED':
      return { figure: 'deferred' };
    case 'BALANCE':
      return BALANCES[figure.figure];
    case 'RECURRING':
      return null;
  }
}

const BALANCES: Readonly<
  Record<Extract<SummedFigure, { kind: 'BALANCE' }>['figure'], ContractFigure | null>
> = {
  OPENING_RECEIVABLE: null,
  RECEIVABLE: null,
  OPENING_ASSET: { figure: 'contractAsset' },
  ASSET: { figure: 'contractAsset' },
  OPENING_DEFERRED: { figure: 'deferred' },
  DEFERRED: { figure: 'deferred' },
  CURRENT: { figure: 'deferred' },
  NON_CURRENT: { figure: 'deferred' },
  REVENUE: { figure: 'revenue' },
  FROM_OPENING: { figure: 'revenue' },
  PRIOR_PERFORMANCE: { figure: 'revenue' },
};
