'use client';

import type { RouterOutputs } from '@/surfaces/trpc/react';
import { cx } from '@/ui/kit/class-names';
import { Money } from '@/ui/kit/figures/money';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { useDirectory } from './document';

export type Impact = RouterOutputs['transactions']['glImpact'];

const HEAD = 'border-line border-b py-1.5 pr-3 font-medium text-ink-mute text-small';
const CELL = 'border-line border-b py-1.5 pr-3 align-top';

/** Whether the reader prepared the document and another person must approve it, which the entry says; known once the entry is. */
export const needsAnotherPerson = (impact: Impact | undefined): boolean =>
  impact?.blockedBy?.code === 'FORBIDDEN' && impact.blockedBy.data.reason === 'SELF_APPROVAL';

/** The entry a document made or would make, with anything that prevents posting. */
export function ImpactView({ impact }: { readonly impact: Impact }) {
  const isForeign = impact.currencyCode !== impact.baseCurrencyCode;
  return (
    <div className="flex flex-col gap-3">
      {impact.blockedBy ? (
        <Notice tone="danger" role="alert">
          <strong className="font-semibold text-danger">Cannot be posted.</strong> {impact.blockedBy.message}
        </Notice>
      ) : null}
      {impact.warnings.map((warning) => (
        <Notice key={warning.check} tone="caution">
          {warning.message}
        </Notice>
      ))}
      <table className="w-full border-separate border-spacing-0" aria-label="Ledger entry">
        <thead>
          <tr>
            <th scope="col" className={cx(HEAD, 'text-left')}>
              Account
            </th>
            <th scope="col" className={cx(HEAD, 'text-right')}>
              Debit ({impact.currencyCode})
            </th>
            <th scope="col" className={cx(HEAD, 'pr-0 text-right')}>
              Credit
            </th>
          </tr>
        </thead>
        <tbody>
          {impact.lines.map((line) => (
            <ImpactLine
              key={line.lineNumber}
              documentId={impact.transactionId}
              line={line}
              currency={impact.currencyCode}
            />
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <td className="pt-2">Total</td>
            <td className="pt-2 pr-3 text-right">
              <Money value={impact.totals.debits} currency={impact.currencyCode} />
            </td>
            <td className="pt-2 text-right">
              <Money value={impact.totals.credits} currency={impact.currencyCode} />
            </td>
          </tr>
          {isForeign ? (
            <tr className="font-normal text-ink-mute">
              <td>In {impact.baseCurrencyCode}</td>
              <td className="pr-3 text-right">
                <Money value={impact.totals.baseDebits} currency={impact.baseCurrencyCode} />
              </td>
              <td className="text-right">
                <Money value={impact.totals.baseCredits} currency={impact.baseCurrencyCode} />
              </td>
            </tr>
          ) : null}
        </tfoot>
      </table>
    </div>
  );
}

function ImpactLine({
  documentId,
  line,
  currency,
}: {
  readonly documentId: string;
  readonly line: Impact['lines'][number];
  readonly currency: string;
}) {
  const books = useBooks();
  const directory = useDirectory(documentId);
  const dimensions = directory.dimensions(line.departmentId, line.classId, line.locationId, line.projectId);
  return (
    <tr>
      <td className={CELL}>
        {line.accountId ? (
          <TextLink href={books.path(`accounts/${line.accountId}`)} className="text-ink">
            <span className="figures mr-2 text-ink-mute">{line.accountCode}</span>
            {line.accountName}
          </TextLink>
        ) : (
          <span className="text-danger">No account</span>
        )}
        {line.memo || dimensions ? (
          <span className="block text-ink-mute text-small">
            {[line.memo, dimensions].filter(Boolean).join(' · ')}
          </span>
        ) : null}
      </td>
      <td className={cx(CELL, 'text-right')}>
        {/[1-9]/.test(line.debit) ? <Money value={line.debit} currency={currency} /> : null}
      </td>
      <td className={cx(CELL, 'pr-0 text-right')}>
        {/[1-9]/.test(line.credit) ? <Money value={line.credit} currency={currency} /> : null}
      </td>
    </tr>
  );
}
