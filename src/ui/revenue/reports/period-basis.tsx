import { Notice } from '@/ui/kit/notice';

/** What the months of a report are, where some books in it have periods other than calendar months. */
export function PeriodBasis({
  basis,
}: {
  readonly basis: { readonly subsidiaries: readonly string[] } | undefined;
}) {
  if (basis === undefined) return null;
  return (
    <Notice tone="info">
      {basis.subsidiaries.join(', ')}: a fiscal period counts in the month it ends in, in the ledger as well.
    </Notice>
  );
}
