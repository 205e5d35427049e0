import { cx } from '../class-names';
import { type AmountStyle, formatAmount, formatQuantity, ZERO_DASH } from './amount-format';

/** An amount in its currency: right-aligned figures, parentheses for negatives, an en dash for zero. Server-safe. */
export function Money({
  value,
  currency,
  showCurrency = false,
  className,
  ...style
}: AmountStyle & {
  readonly value: string | null | undefined;
  readonly currency: string;
  readonly showCurrency?: boolean;
  readonly className?: string;
}) {
  if (value === null || value === undefined) return null;
  const shown = formatAmount(value, currency, style);
  return (
    <span className={cx('figures whitespace-nowrap', className)}>
      {showCurrency && shown !== ZERO_DASH ? <span className="mr-1 text-ink-mute">{currency}</span> : null}
      {shown}
    </span>
  );
}

/** A quantity, rate or percentage with its own digits. */
export function Quantity({ value, least }: { readonly value: string; readonly least?: number }) {
  return <span className="figures whitespace-nowrap">{formatQuantity(value, least)}</span>;
}
