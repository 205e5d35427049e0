import type { ReactNode } from 'react';
import { Button } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { Money } from '@/ui/kit/figures/money';
import type { Allocation, Paying } from './allocation';

/** Always visible: the amount of the payment, the amounts being applied, the remainder, and the buttons. */
export function ApplyFoot({
  paying,
  allocation,
  obstacle,
  isPending,
  hasAmounts,
  applyLabel,
  onOldest,
  onClear,
  onApply,
}: {
  readonly paying: Paying;
  readonly allocation: Allocation;
  readonly obstacle: string | null;
  readonly isPending: boolean;
  readonly hasAmounts: boolean;
  readonly applyLabel: string;
  readonly onOldest: () => void;
  readonly onClear: () => void;
  readonly onApply: () => void;
}) {
  const currency = paying.currencyCode;
  const isTooMuch = allocation.left.startsWith('-');
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line bg-surface px-4 py-2.5 shadow-raised">
      <output
        aria-live="polite"
        aria-label="Totals"
        className="flex flex-wrap items-baseline gap-x-5 gap-y-1"
      >
        <Figure label={`Unapplied (${currency})`}>
          <Money value={paying.openAmount} currency={currency} zero="digits" />
        </Figure>
        <Figure label="Applying">
          <Money value={allocation.total} currency={currency} zero="digits" />
        </Figure>
        <Figure label="Remaining" className={cx('font-semibold', isTooMuch && 'text-danger')}>
          <Money value={allocation.left} currency={currency} zero="digits" />
        </Figure>
      </output>
      <div className="flex flex-wrap items-center gap-2">
        {obstacle ? (
          <span id="obstacle" className={isTooMuch ? 'text-danger' : 'text-ink-mute'}>
            {obstacle}
          </span>
        ) : null}
        {hasAmounts ? (
          <Button tone="quiet" onPress={onClear}>
            Clear
          </Button>
        ) : null}
        <Button onPress={onOldest}>Oldest first</Button>
        <Button
          tone="primary"
          isPending={isPending}
          isDisabled={obstacle !== null}
          {...(obstacle ? { 'aria-describedby': 'obstacle' } : {})}
          onPress={onApply}
        >
          {applyLabel}
        </Button>
      </div>
    </div>
  );
}

function Figure({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <span className="whitespace-nowrap">
      <span className="mr-1.5 text-ink-mute">{label}</span>{' '}
      <span className={cx('font-medium', className)}>{children}</span>
    </span>
  );
}
