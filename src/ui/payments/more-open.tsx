import type { RouterOutputs } from '@/surfaces/trpc/react';
import { Notice } from '@/ui/kit/notice';

/** Says that a counterparty has more open items than a form shows; nothing where it shows all. */
export function MoreOpen({ report }: { readonly report: RouterOutputs['reports']['openItems'] | undefined }) {
  if (report === undefined || report.total <= report.items.length) return null;
  const [shown, total] = [report.items.length, report.total].map((count) => count.toLocaleString('en-US'));
  return (
    <Notice tone="caution" role="status">
      {`The first ${shown} of ${total} open items are shown. Apply these, and the next ones appear.`}
    </Notice>
  );
}
