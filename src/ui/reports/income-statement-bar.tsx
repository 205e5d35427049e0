'use client';

import { useQueryStates } from 'nuqs';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { SelectField } from '@/ui/kit/input/select-field';
import { SPANS, SPLITS, statementFilters } from './statement-questions';

const SPAN_WORDS = { month: 'The month', quarter: 'Three months', year: 'Twelve months' } as const;
const FISCAL_WORDS = { month: 'The period', quarter: 'Three periods', year: 'A year' } as const;

/** The period, the length of the income statement, and whether it has a column for each period. */
export function IncomeStatementBar() {
  const [{ span, split }, setFilters] = useQueryStates(statementFilters);
  const isFiscal = useFinance().periods.length > 0;
  const words = isFiscal ? FISCAL_WORDS : SPAN_WORDS;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FinanceBar />
      <SelectField
        label="Columns"
        hideLabel
        className="w-48"
        value={split}
        choices={SPLITS.map((value) => ({
          value,
          label: value === 'one' ? 'One amount' : isFiscal ? 'Period by period' : 'Month by month',
        }))}
        onChange={(event) =>
          void setFilters({ split: SPLITS.find((known) => known === event.target.value) ?? null })
        }
      />
      {split === 'periods' ? null : (
        <SelectField
          label="Length"
          hideLabel
          className="w-40"
          value={span}
          choices={SPANS.map((value) => ({ value, label: words[value] }))}
          onChange={(event) =>
            void setFilters({ span: SPANS.find((known) => known === event.target.value) ?? null })
          }
        />
      )}
    </div>
  );
}
