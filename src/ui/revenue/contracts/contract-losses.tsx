'use client';

import { Facts } from '@/ui/kit/figures/facts';
import { Money } from '@/ui/kit/figures/money';
import { Panel } from '@/ui/kit/layout/panel';
import { CostMonthsTable } from '../costs/cost-months-table';
import type { Contract } from './contract-months';

/** The tests for losses of a contract: what was compared, what is provided for, and the months of the provision with their facts. */
export function ContractLosses({ view }: { readonly view: Contract }) {
  const currency = view.contract.currencyCode;
  const money = (label: string, value: string) => ({
    label,
    value: <Money value={value} currency={currency} showCurrency zero="digits" />,
  });
  return view.losses.map((loss) => (
    <Panel key={loss.item} title={loss.key === null ? 'Expected loss' : `Expected loss, ${loss.key}`}>
      <div className="flex flex-col gap-3">
        <Facts
          facts={[
            money('Price', loss.price),
            money('Costs expected in total', loss.totalCost),
            money('Expected loss', loss.expectedLoss),
            money('Still to be performed', loss.provision),
            money('Posted to the ledger', loss.posted),
          ]}
        />
        <CostMonthsTable
          view={view}
          label={loss.key === null ? 'Provision by month' : `Provision by month, ${loss.key}`}
          months={loss.months}
          heading="Provision"
          empty="No loss is provided for"
        />
      </div>
    </Panel>
  ));
}
