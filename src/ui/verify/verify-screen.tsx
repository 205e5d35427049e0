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
  const kept =
    given === null
      ? undefined
      : { audit: given.heads.audit, ledger: given.heads.ledger, security: given.heads.security };
  const query = trpc.verify.books.useQuery({ kept }, { staleTime: 0 });
  return (
    <Page wide={false}>
      <PageHeader
        title="Verify the books"
        description="Balances, entries, documents, subledgers, numbers, references and the three chains are recalculated from stored data."
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

function VerdictView({ verdict }: { readonly verdict: Verdict }) {
  const books = useBooks();
  return (
    <>
      <Notice tone={verdict.isSound ? 'accent' : 'danger'} role="status">
        {verdict.isSound
          ? `The books of ${verdict.organizationName} passed every check.`
          : `The books of ${verdict.organizationName} failed ${verdict.checks.filter(({ breaches }) => breaches.length > 0).length} of ${verdict.checks.length} checks.`}{' '}
        Checked <InstantText value={verdict.checkedAt} />.
      </Notice>
      <Panel title="Checks" flush>
        <ul>
          {verdict.checks.map(({ check, says, place, breaches }) => (
            <li key={check} className="flex flex-wrap gap-x-3 border-line border-b px-4 py-2.5 last:border-0">
              <span className={breaches.length === 0 ? 'w-16 text-positive' : 'w-16 font-medium text-danger'}>
                {breaches.length === 0 ? 'Passed' : 'Failed'}
              </span>
              <TextLink href={books.path(place)}>{says}</TextLink>
              {breaches.map((message) => (
                <p key={message} className="w-full pl-19 text-danger">
                  {message}
                </p>
              ))}
            </li>
          ))}
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
