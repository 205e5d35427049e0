import { parseAsJson } from 'nuqs/server';
import type { RouterInputs } from '@/surfaces/trpc/react';

export type SummedFigure = RouterInputs['revenue']['reports']['behind']['figure'];
type ContractFigure = Omit<RouterInputs['revenue']['explain'], 'contractId'>;

/** A figure to explain: a total over contracts, or a figure of one contract. */
export type Behind = { readonly label: string } & (
  | { readonly figure: SummedFigure }
  | { readonly contractId: string; readonly explain: ContractFigure }
);

/** Kept in the URL so that Back returns to it. The endpoint validates it. */
export const behindFilter = parseAsJson<Behind>((value) => {
  const said = value as Partial<Record<'label' | 'figure' | 'contractId', unknown>> | null;
  if (typeof said?.label !== 'string') return null;
  return typeof said.figure === 'object' || typeof said.contractId === 'string' ? (value as Behind) : null;
}).withOptions({ history: 'push' });

/**
 * How a contract's share of a total is explained; null if the page of the contract or subscription explains it better.
 */
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
