'use client';

import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import type { TransactionRow } from '../document';

/** A document that was refused among several, and why. */
export type Refused = { readonly row: TransactionRow; readonly why: string };

type Result = { readonly ok: true } | { readonly ok: false; readonly refusal: { readonly message: string } };

/** Those of several documents that were refused; the results stand in the order of the documents. */
export function refusedOf(rows: readonly TransactionRow[], results: readonly Result[]): Refused[] {
  return rows.flatMap((row, at) => {
    const result = results[at];
    return result === undefined || result.ok ? [] : [{ row, why: result.refusal.message }];
  });
}

/** Lists the refused documents with their reasons; nothing without any. */
export function RefusedDocuments({
  title,
  refused,
}: {
  readonly title: string;
  readonly refused: readonly Refused[];
}) {
  const books = useBooks();
  if (refused.length === 0) return null;
  return (
    <Notice tone="danger" role="alert">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {refused.map(({ row, why }) => (
          <li key={row.id}>
            <TextLink href={books.path(`transactions/${row.id}`)}>{row.transactionNumber}</TextLink>: {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
