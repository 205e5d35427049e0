'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Money } from '@/ui/kit/figures/money';
import { Panel } from '@/ui/kit/layout/panel';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';
import { CostMonthsTable } from './cost-months-table';
import { costWords } from './cost-words';

const TestCostDialog = dynamic(() => import('./cost-estimates').then((part) => part.TestCostDialog), {
  ssr: false,
});
const CostTermDialog = dynamic(() => import('./cost-estimates').then((part) => part.CostTermDialog), {
  ssr: false,
});

export type ContractCost = Contract['costs'][number];

/** The name of a cost: its description, or its purpose. */
export function costName(view: Contract, { eventId }: Pick<ContractCost, 'eventId'>): string {
  const fact = view.events.find(({ event }) => event.id === eventId)?.event;
  if (fact?.kind !== 'cost') return 'Contract cost';
  return costWords(fact);
}

/** The costs of a contract: the carrying amount of each, its months, and the actions to reestimate it. */
export function ContractCosts({ view, isPast }: { readonly view: Contract; readonly isPast: boolean }) {
  const books = useBooks();
  const [open, setOpen] = useState<{ cost: ContractCost; asks: 'test' | 'term' } | null>(null);
  const currency = view.contract.currencyCode;
  const may = !isPast && books.may('revenue.write');
  const money = (label: string, value: string) => ({
    label,
    value: <Money value={value} currency={currency} showCurrency zero="digits" />,
  });
  const close = () => setOpen(null);
  return (
    <>
      {view.costs.map((cost) => {
        const name = costName(view, cost);
        const isAsset = cost.decision === 'CAPITALISED';
        return (
          <Panel
            key={cost.key}
            title={name}
            actions={
              may && isAsset ? (
                <>
                  <Button size="small" onPress={() => setOpen({ cost, asks: 'test' })}>
                    Test for impairment…
                  </Button>
                  <Button size="small" onPress={() => setOpen({ cost, asks: 'term' })}>
                    Change the end…
                  </Button>
                </>
              ) : null
            }
          >
            <div className="flex flex-col gap-3">
              <Facts
                facts={[
                  { label: 'Incurred', value: <DateText value={cost.on} /> },
                  { label: 'Judgment', value: cost.why, wide: true },
                  ...(isAsset
                    ? [
                        money('Capitalized', cost.capitalized),
                        money('Amortized', cost.amortized),
                        money('Impaired', cost.impaired),
                        money('Carried', cost.carrying),
                        { label: 'Amortized until', value: <DateText value={cost.end} /> },
                      ]
                    : []),
                ]}
              />
              {isAsset ? (
                <CostMonthsTable
                  view={view}
                  label={`${name} by month`}
                  months={cost.months}
                  heading="Expense"
                  empty="Nothing has been amortized"
                />
              ) : null}
            </div>
          </Panel>
        );
      })}
      {open?.asks === 'test' ? <TestCostDialog view={view} cost={open.cost} onClose={close} /> : null}
      {open?.asks === 'term' ? <CostTermDialog view={view} cost={open.cost} onClose={close} /> : null}
    </>
  );
}
