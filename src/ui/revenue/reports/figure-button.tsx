'use client';

import { useQueryState } from 'nuqs';
import { dec, isPlainDecimal } from '@/core/money/decimal';
import { cx } from '@/ui/kit/class-names';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { Money } from '@/ui/kit/figures/money';
import { type Behind, behindFilter } from './behind';

type Props = {
  readonly value: string | null | undefined;
  readonly currency: string;
  readonly behind: Behind | null;
  readonly showCurrency?: boolean;
  readonly className?: string;
};

/** A figure outside a report's table that opens its components. */
export function AskedFigure(props: Props) {
  const [, setBehind] = useQueryState('behind', behindFilter);
  return <FigureButton {...props} onAsk={(behind) => void setBehind(behind)} />;
}

/** A figure that can be explained; zero has no components. */
export function FigureButton({
  value,
  currency,
  behind,
  showCurrency = false,
  className,
  onAsk,
}: Props & { readonly onAsk: (behind: Behind) => void }) {
  const money = (
    <Money
      value={value}
      currency={currency}
      showCurrency={showCurrency}
      {...(showCurrency ? { zero: 'digits' as const } : {})}
    />
  );
  if (behind === null || value === null || value === undefined) return money;
  if (!isPlainDecimal(value) || dec(value).isZero()) return money;
  return (
    <button
      type="button"
      aria-label={`${showCurrency ? `${currency} ` : ''}${formatAmount(value, currency)}, ${behind.label}`}
      className={cx('rounded-xs underline-offset-2 hover:text-accent hover:underline', className)}
      onClick={() => onAsk(behind)}
    >
      {money}
    </button>
  );
}
