'use client';

import { useQueryStates } from 'nuqs';
import { Button } from '@/ui/kit/button';
import { Notice } from '@/ui/kit/notice';
import { financeFilters } from './finance-scope';
import { isFiscal, type PeriodBasis } from './period-words';
import { useFinance } from './use-finance';

const RESET_PAGE = { shallow: false } as const;

/** Says which calendar the columns of a report follow, and where they are months offers the subsidiaries with periods of their own. */
export function PeriodNotice({ basis }: { readonly basis: PeriodBasis | undefined }) {
  const { subsidiaryId } = useFinance();
  const [, setFilters] = useQueryStates(financeFilters, RESET_PAGE);
  if (basis === undefined) return null;
  const choices = isFiscal(basis) || subsidiaryId !== undefined ? [] : basis.subsidiaries;
  return (
    <Notice>
      <p>{basis.words}</p>
      {choices.length === 0 ? null : (
        <p className="flex flex-wrap gap-2 pt-2" data-print="hide">
          {choices.map(({ id, name }) => (
            <Button key={id} size="small" onPress={() => void setFilters({ subsidiary: id })}>
              {name}
            </Button>
          ))}
        </p>
      )}
    </Notice>
  );
}
