'use client';

import { keepPreviousData } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { isZeroDecimal } from '@/core/money/plain-decimal';
import { trpc } from '@/surfaces/trpc/react';
import { WaitingRequests } from '@/ui/approvals/waiting-requests';
import { RecordHistory } from '@/ui/audit/record-history';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useEntityNames, useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { ContractCosts } from '../costs/contract-costs';
import { FinancingQuestion } from '../facts/financing-question';
import { OpenDecisions } from '../facts/open-decisions';
import { asOfFilters, asOfQuestion } from '../reports/as-of';
import { AsOfBar } from '../reports/as-of-bar';
import { ContractActions } from './contract-actions';
import { ContractCommitments } from './contract-commitments';
import { ContractDocuments } from './contract-documents';
import { ContractLosses } from './contract-losses';
import type { Contract } from './contract-months';
import { ContractObligations, ContractSchedule } from './contract-tables';
import { ContractTimeline } from './contract-timeline';
import { versionOn } from './contract-versions';
import { ContractVersions } from './contract-versions-table';
import { isWithdrawn, SeparateContracts } from './separate-contracts';
import { type Figure, WhyDrawer } from './why-drawer';

// Most contracts are active.
const DraftTerms = dynamic(() => import('../draft/draft-terms').then((part) => part.DraftTerms));
const ContractJudgements = dynamic(() =>
  import('../judgements/contract-judgements').then((part) => part.ContractJudgements),
);
const AgreedTerms = dynamic(() => import('../agreed/agreed-terms').then((part) => part.AgreedTerms));

/** One contract: terms, balances, obligations, the schedule by month, events, and the explanation of each figure. */
export function ContractScreen({ id }: { readonly id: string }) {
  const [asOf] = useQueryStates(asOfFilters);
  const { knownAsOf, effectiveAsOf = null } = asOfQuestion(asOf);
  const query = trpc.revenue.contracts.get.useQuery(
    { id, ...(knownAsOf === undefined ? {} : { knownAsOf }) },
    { placeholderData: keepPreviousData },
  );
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(contract) => (
        <ContractView
          view={versionOn(contract, effectiveAsOf)}
          isPast={knownAsOf !== undefined || effectiveAsOf !== null}
          knownAsOf={knownAsOf}
        />
      )}
    </QueryView>
  );
}

function ContractView({
  view,
  isPast,
  knownAsOf,
}: {
  readonly view: Contract;
  readonly isPast: boolean;
  /** Balances are those known at that time; otherwise current ones. */
  readonly knownAsOf: string | undefined;
}) {
  const isKnownThen = knownAsOf !== undefined;
  const books = useBooks();
  const { contract, balances } = view;
  const [why, setWhy] = useState<Figure | null>(null);
  const names = useEntityNames(useMemo(() => [contract.customerId], [contract.customerId]));
  const subsidiaries = useSubsidiaries();
  const origin = trpc.orderSources.originOf.useQuery({ recordId: contract.id });
  const waiting = trpc.revenue.approvals.list.useQuery({ contractId: contract.id });
  const figure = (label: string, value: string, asks: Figure['figure']) => ({
    label,
    value: (
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Money value={value} currency={contract.currencyCode} showCurrency zero="digits" />
        <Button
          tone="quiet"
          size="small"
          aria-label={`Why ${label.toLowerCase()}`}
          onPress={() => setWhy({ label, figure: asks })}
        >
          Why
        </Button>
      </span>
    ),
  });
  const plain = (label: string, value: string) => ({
    label,
    value: <Money value={value} currency={contract.currencyCode} showCurrency zero="digits" />,
  });
  return (
    <Page>
      <PageHeader
        title={contract.name ?? contract.contractNumber}
        trail={[{ label: 'Revenue contracts', href: books.path('revenue') }]}
        status={<StatusPill status={contract.contractStatus} />}
        actions={isPast ? null : <ContractActions view={view} />}
      />
      <AsOfBar />
      {isPast ? (
        <Notice tone="caution">
          {isKnownThen
            ? 'Terms, schedule, events and balances as of the dates above.'
            : 'Terms, schedule and events as of the dates above; balances are current ledger balances.'}
        </Notice>
      ) : null}
      <OpenDecisions view={view} isPast={isPast} />
      <FinancingQuestion view={view} isPast={isPast} />
      {isPast ? null : <WaitingRequests rows={waiting.data?.rows ?? []} />}
      <Panel title="Terms">
        <Facts
          facts={[
            { label: 'Number', value: contract.contractNumber },
            {
              label: 'Customer',
              value: contract.customerId ? (
                <TextLink href={books.path(`customers/${contract.customerId}`)}>
                  {names.get(contract.customerId) ?? 'the customer'}
                </TextLink>
              ) : null,
            },
            { label: 'Subsidiary', value: subsidiaries.nameOf(contract.subsidiaryId) },
            { label: 'Agreed', value: <DateText value={contract.contractDate} /> },
            { label: 'Starts', value: <DateText value={contract.startDate} /> },
            { label: 'Ends', value: <DateText value={contract.endDate} /> },
            ...(view.separatedFrom
              ? [
                  {
                    label: 'Separate contract agreed with',
                    value: (
                      <>
                        <TextLink href={books.path(`revenue/${view.separatedFrom.id}`)}>
                          {view.separatedFrom.contractNumber}
                        </TextLink>
                        {isWithdrawn(view) ? ' (withdrawn: the modification was voided)' : null}
                      </>
                    ),
                  },
                ]
              : []),
            ...(contract.subscriptionId
              ? [
                  {
                    label: 'Subscription',
                    value: (
                      <TextLink href={books.path(`subscriptions/${contract.subscriptionId}`)}>
                        Subscription
                      </TextLink>
                    ),
                  },
                ]
              : []),
            ...(origin.data
              ? [
                  {
                    label: 'Created from order',
                    value: (
                      <TextLink href={books.path(`source-orders/${origin.data.id}`)}>
                        {origin.data.orderKey}
                      </TextLink>
                    ),
                  },
                ]
              : []),
            ...(contract.notes ? [{ label: 'Notes', value: contract.notes, wide: true }] : []),
          ]}
        />
      </Panel>
      <Panel title={isKnownThen ? 'Balances as of that date' : isPast ? 'Balances today' : 'Balances'}>
        <Facts
          facts={[
            figure('Transaction price', contract.transactionPrice, 'transactionPrice'),
            figure('Recognized', balances.recognised, 'recognized'),
            figure('Remaining', balances.remaining, 'remaining'),
            figure('Deferred revenue', balances.deferred, 'deferred'),
            figure('Contract asset', balances.contractAsset, 'contractAsset'),
            plain('Billed', balances.billed),
            // Payments are applied to the invoices and credits, whose table shows the open amounts.
            ...(view.documents.length > 0 && isZeroDecimal(balances.paid)
              ? []
              : [plain('Paid', balances.paid), plain('Receivable', balances.receivable)]),
            plain('Refund liability', balances.refundLiability),
            ...(
              [
                ['Accrued interest', balances.accruedInterest],
                ['Unearned interest', balances.unearnedInterest],
                ['Interest accrued on the advance', balances.advanceInterest],
              ] as const
            ).flatMap(([label, amount]) => (isZeroDecimal(amount) ? [] : [plain(label, amount)])),
          ]}
        />
      </Panel>
      {contract.contractStatus === 'DRAFT' ? (
        <DraftTerms contract={contract} />
      ) : (
        <>
          <ContractObligations view={view} onWhy={setWhy} />
          <ContractSchedule view={view} onWhy={setWhy} />
        </>
      )}
      {view.separateContracts.length > 0 ? <SeparateContracts view={view} /> : null}
      <ContractCommitments view={view} isPast={isPast} />
      {view.costs.length > 0 ? <ContractCosts view={view} isPast={isPast} /> : null}
      {view.losses.length > 0 ? <ContractLosses view={view} /> : null}
      {view.documents.length > 0 ? <ContractDocuments view={view} /> : null}
      <AgreedTerms contract={contract} hasChanged={view.versions.length > 1} />
      <ContractJudgements view={view} isPast={isPast} knownAsOf={knownAsOf} />
      <ContractVersions view={view} />
      <ContractTimeline view={view} isPast={isPast} />
      <RecordHistory recordId={contract.id} />
      {why ? <WhyDrawer contractId={contract.id} figure={why} onClose={() => setWhy(null)} /> : null}
    </Page>
  );
}
