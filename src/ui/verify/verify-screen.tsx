'use client';

import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { VerifyExtent } from '@/core/ledger/verification';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { formatQuantity } from '@/ui/kit/figures/amount-format';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type GivenHeads, KeptHeadPanel } from './kept-head-panel';

type Verdict = RouterOutputs['verify']['books'];

/** Verifies the books and shows the result of each check. */
export function VerifyScreen() {
  const [given, setGiven] = useState<GivenHeads | null>(null);
  const [extent, setExtent] = useState<VerifyExtent>('SINCE');
  const kept =
    given === null
      ? undefined
      : { audit: given.heads.audit, ledger: given.heads.ledger, security: given.heads.security };
  const query = trpc.verify.books.useQuery({ kept, extent }, { staleTime: 0 });
  const check = (wanted: VerifyExtent) => {
    if (wanted === extent) void query.refetch();
    else setExtent(wanted);
  };
  const isPending = (wanted: VerifyExtent) => query.isFetching && wanted === extent;
  return (
    <Page wide={false}>
      <PageHeader
        title="Verify the books"
        description="Balances, entries, documents, subledgers, numbers, references and the three chains are recalculated from stored data."
        actions={
          <>
            <Button isPending={isPending('WHOLE')} onPress={() => check('WHOLE')}>
              Check everything
            </Button>
            <Button tone="primary" isPending={isPending('SINCE')} onPress={() => check('SINCE')}>
              <ShieldCheck aria-hidden="true" />
              Check again
            </Button>
          </>
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

/** Trusted: only a check of everything makes it. */
function Outcome({ isFailed, isTrusted }: { readonly isFailed: boolean; readonly isTrusted: boolean }) {
  if (isFailed) return <span className="font-medium text-danger">Failed</span>;
  if (isTrusted) return <span className="text-ink-mute">Trusted</span>;
  return <span className="text-positive">Passed</span>;
}

/** What failed stands above the three dozen checks that passed, each in its own order. */
const failedFirst = (checks: Verdict['checks']) => [
  ...checks.filter(({ breaches }) => breaches.length > 0),
  ...checks.filter(({ breaches }) => breaches.length === 0),
];

function VerdictView({ verdict }: { readonly verdict: Verdict }) {
  const books = useBooks();
  return (
    <>
      <Notice tone={verdict.isSound ? 'accent' : 'danger'} role="status">
        {verdict.isSound
          ? `The books of ${verdict.organizationName} passed every check.`
          : `The books of ${verdict.organizationName} failed ${verdict.checks.filter(({ breaches }) => breaches.length > 0).length} of ${verdict.checks.length} checks.`}{' '}
        Checked <InstantText value={verdict.checkedAt} />.
        {verdict.since === null ? null : (
          <>
            {' '}
            Only what is new was read: everything up to seal {verdict.since.ledgerSequence} of the ledger, as
            of <InstantText value={verdict.since.checkedAt} />, is trusted. Everything was last read{' '}
            <InstantText value={verdict.since.wholeAt} />. Revenue contracts that were not touched since each
            was last checked are taken as they were found then.
          </>
        )}
      </Notice>
      <Panel title="Checks" flush>
        <ul>
          {failedFirst(verdict.checks).map(({ check, says, place, breaches, extent }) => (
            <li
              key={check}
              className="grid grid-cols-[4rem_1fr] gap-x-3 border-line border-b px-4 py-2.5 last:border-0"
            >
              <Outcome isFailed={breaches.length > 0} isTrusted={extent === 'NOT'} />
              <TextLink href={books.path(place)}>{says}</TextLink>
              {breaches.map((message) => (
                <p key={message} className="col-start-2 text-danger">
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
            {
              label: verdict.since === null ? 'Entries' : 'New entries',
              value: formatQuantity(verdict.ledger.entries),
            },
            {
              label: verdict.since === null ? 'Lines' : 'New lines',
              value: formatQuantity(verdict.ledger.lines),
            },
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
