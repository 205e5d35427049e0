import { Fragment } from 'react';
import { Money } from '@/ui/kit/figures/money';
import { FigureLink } from '@/ui/kit/text-link';

type Balance = { readonly currencyCode: string; readonly openAmount: string; readonly overdueAmount: string };

/** The amount a customer owes, one line per currency, linked to its open documents. */
export function OpenBalances({
  balances,
  figure,
  href,
}: {
  readonly balances: readonly Balance[];
  readonly figure: 'openAmount' | 'overdueAmount';
  readonly href: string;
}) {
  if (balances.length === 0) return <span className="text-ink-mute">–</span>;
  return (
    <FigureLink href={href} tabIndex={-1}>
      {balances.map((balance, index) => (
        <Fragment key={balance.currencyCode}>
          {index > 0 ? <br /> : null}
          <Money value={balance[figure]} currency={balance.currencyCode} showCurrency />
        </Fragment>
      ))}
    </FigureLink>
  );
}
