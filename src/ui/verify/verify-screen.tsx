'use client';

import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { formatQuantity } from '@/ui/kit/amount-format';
import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/date-text';
import { Facts } from '@/ui/kit/facts';
import { Notice } from '@/ui/kit/notice';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { Panel } from '@/ui/kit/panel';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type GivenHeads, KeptHeadPanel } from './kept-head-panel';

type Verdict = RouterOutputs['verify']['books'];

/** Verifies the books and shows the result of each check. */
export function VerifyScreen() {
  const [given, setGiven] = useState<GivenHeads | null>(null);
  const kept = given === null ? undefined : { audit: given.heads.audit, ledger: given.heads.ledger };
  const query = trpc.verify.books.useQuery({ kept }, { staleTime: 0 });
  return (
    <Page wide={false}>
      <PageHeader
        title="Verify the books"
        description="Every entry, every balance and both chains are recalculated from stored data."
        actions={
          <Button tone="primary" isPending={query.isFetching} onPress={() => void query.refetch()}>
            <ShieldCheck aria-hidden="true" />
            Check again
          </Button>
        }
      />
      <QueryView query={query}>
        {(verdict) => (
          <>
            <VerdictView verdict={verdict} />
            <KeptHeadPanel
              present={{
                organizationId: verdict.organizationId,
                organizationName: verdict.organizationName,
                ...verdict.heads,
                takenAt: verdict.checkedAt,
              }}
              given={given}
              onGiven={setGiven}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}

const CHECKS: readonly {
  readonly check: Verdict['breaches'][number]['check'];
  readonly says: string;
  readonly place: string;
}[] = [
  { check: 'UNBALANCED_ENTRIES', says: 'Every entry balances', place: 'entries' },
  {
    check: 'BALANCES',
    says: 'Account balances equal the sums of their lines',
    place: 'reports/trial-balance',
  },
  {
    check: 'DIMENSION_BALANCES',
    says: 'Dimension balances equal the sums of their lines',
    place: 'reports/trial-balance',
  },
  { check: 'DEBITS_EQUAL_CREDITS', says: 'Debits equal credits', place: 'reports/trial-balance' },
  { check: 'DOCUMENTS_WITHOUT_ENTRY', says: 'Every posted document has its entry', place: 'transactions' },
  { check: 'AUDIT_CHAIN', says: 'The audit chain is intact', place: 'audit' },
  { check: 'LEDGER_CHAIN', says: 'Entries, lines and documents are what was sealed', place: 'entries' },
  { check: 'ENTRY_NUMBERS', says: 'Entry numbers have no gaps and no strangers', place: 'entries' },
  { check: 'KEPT_HEAD', says: 'The chains contain the heads kept elsewhere, if given', place: 'audit' },
  { check: 'REFERENCES', says: 'Every reference leads to a record', place: 'transactions' },
  { check: 'REVENUE_TIE_OUT', says: 'Revenue reconciles to the ledger', place: 'revenue/reports' },
];

function VerdictView({ verdict }: { readonly verdict: Verdict }) {
  const books = useBooks();
  return (
    <>
      <Notice tone={verdict.isSound ? 'accent' : 'danger'} role="status">
        {verdict.isSound
          ? `The books of ${verdict.organizationName} passed every check.`
          : `The books of ${verdict.organizationName} failed ${verdict.breaches.length} of ${CHECKS.length} checks.`}{' '}
        Checked <InstantText value={verdict.checkedAt} />.
      </Notice>
      <Panel title="Checks" flush>
        <ul>
          {CHECKS.map(({ check, says, place }) => {
            const breaches = verdict.breaches.filter((breach) => breach.check === check);
            return (
              <li
                key={check}
                className="flex flex-wrap gap-x-3 border-line border-b px-4 py-2.5 last:border-0"
              >
                <span
                  className={breaches.length === 0 ? 'w-16 text-positive' : 'w-16 font-medium text-danger'}
                >
                  {breaches.length === 0 ? 'Passed' : 'Failed'}
                </span>
                <TextLink href={books.path(place)}>{says}</TextLink>
                {breaches.map((breach) => (
                  <p key={breach.message} className="w-full pl-19 text-danger">
                    {breach.message}
                  </p>
                ))}
              </li>
            );
          })}
        </ul>
      </Panel>
      <Panel title="What was read">
        <Facts
          facts={[
            { label: 'Entries', value: formatQuantity(verdict.ledger.entries) },
            { label: 'Lines', value: formatQuantity(verdict.ledger.lines) },
            { label: 'Sealed audit rows', value: formatQuantity(verdict.audit.sealed) },
            { label: 'Audit rows not sealed yet', value: formatQuantity(verdict.audit.unsealed) },
            { label: 'Sealed entries', value: formatQuantity(verdict.ledgerChain.sealed) },
            { label: 'Entries not sealed yet', value: formatQuantity(verdict.ledgerChain.unsealed) },
          ]}
        />
      </Panel>
    </>
  );
}
