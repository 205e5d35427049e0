'use client';

import { HEADER_TERM_NAMES, HEADER_TERMS } from '@/core/transactions/header-terms';
import { KIND_FACTS } from '@/core/transactions/kinds';
import { trpc } from '@/surfaces/trpc/react';
import { useNamesIn } from '@/ui/audit/use-named-timeline';
import { PairNotice } from '@/ui/intercompany/pair-notice';
import { DateText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Quantity } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { RecordPage } from '@/ui/kit/pages/record';
import { TextLink } from '@/ui/kit/text-link';
import { ApplicationsPanel } from '@/ui/payments/applications-panel';
import { settles } from '@/ui/payments/settling';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { TransactionActions } from './acts/transaction-actions';
import { type Document, useDirectory } from './document';
import { DocumentHistory } from './document-history';
import { DocumentLines } from './document-lines';
import { RateNotice } from './form/rate-notice';
import { useDocumentPeople } from './form/use-document-people';

/** One document: its content, its ledger entry and its history. */
export function TransactionScreen({ id }: { readonly id: string }) {
  const query = trpc.transactions.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(document) => <TransactionView document={document} />}
    </QueryView>
  );
}

function TransactionView({ document }: { readonly document: Document }) {
  const books = useBooks();
  return (
    <RecordPage
      title={document.transactionNumber}
      trail={[{ label: 'Transactions', href: books.path('transactions') }]}
      status={
        <>
          <StatusPill status={document.status} />
          <span className="text-ink-mute">{KIND_FACTS[document.kind].label}</span>
        </>
      }
      description={document.memo ?? undefined}
      actions={<TransactionActions document={document} />}
      notices={
        <>
          <ReversalLinks document={document} />
          <RateNotice document={document} />
          <PairNotice id={document.id} />
        </>
      }
      rail={<DocumentHistory document={document} />}
    >
      <Panel>
        <HeaderFacts document={document} />
      </Panel>
      <DocumentLines document={document} />
      {settles(document) || KIND_FACTS[document.kind].settleable ? (
        <ApplicationsPanel document={document} />
      ) : null}
    </RecordPage>
  );
}

function HeaderFacts({ document }: { readonly document: Document }) {
  const books = useBooks();
  const directory = useDirectory(document.id);
  const entity = trpc.directory.entityNames.useQuery(
    { ids: document.entityId ? [document.entityId] : [] },
    { enabled: document.entityId !== null, staleTime: 300_000 },
  );
  const named = entity.data?.[0];
  const place = { CUSTOMER: 'customers', VENDOR: 'vendors', EMPLOYEE: 'employees' } as const;
  const names = useNamesIn([document.revenueContractId, document.glTransactionId]);
  const people = useDocumentPeople([document.id]).get(document.id);
  const isForeign = document.currencyCode !== document.baseCurrencyCode;
  const terms = (says: 'DAY' | 'LINE') =>
    HEADER_TERM_NAMES.flatMap((name) => {
      const term = HEADER_TERMS[name];
      const value = document[name];
      if (!term.isShown || term.says !== says || typeof value !== 'string' || value === '') return [];
      return [{ label: term.label, value: says === 'DAY' ? <DateText value={value} /> : value }];
    });
  return (
    <Facts
      facts={[
        ...(document.entityId
          ? [
              {
                label:
                  document.entityType === 'VENDOR'
                    ? 'Vendor'
                    : document.entityType === 'EMPLOYEE'
                      ? 'Employee'
                      : 'Customer',
                value: named ? (
                  <TextLink href={books.path(`${place[named.kind]}/${named.id}`)}>{named.name}</TextLink>
                ) : null,
              },
            ]
          : []),
        { label: 'Date', value: <DateText value={document.transactionDate} /> },
        ...terms('DAY'),
        { label: 'Subsidiary', value: directory.subsidiary(document.subsidiaryId) },
        {
          label: 'Currency',
          value: isForeign ? (
            <>
              {document.currencyCode} at <Quantity value={document.exchangeRate} />{' '}
              {document.baseCurrencyCode}
            </>
          ) : (
            document.currencyCode
          ),
        },
        ...terms('LINE'),
        ...(document.postingDate
          ? [{ label: 'Posted on', value: <DateText value={document.postingDate} /> }]
          : []),
        { label: 'Prepared by', value: people?.preparedBy },
        ...(people?.approvedBy ? [{ label: 'Approved by', value: people.approvedBy }] : []),
        ...(people?.postedBy ? [{ label: 'Posted by', value: people.postedBy }] : []),
        ...(document.revenueContractId
          ? [
              {
                label: 'Revenue contract',
                value: (
                  <TextLink href={books.path(`revenue/${document.revenueContractId}`)}>
                    {names.get(document.revenueContractId) ?? 'The contract'}
                  </TextLink>
                ),
              },
            ]
          : []),
        ...(document.glTransactionId
          ? [
              {
                label: 'Ledger entry',
                value: (
                  <TextLink href={books.path(`entries/${document.glTransactionId}`)}>
                    {names.get(document.glTransactionId) ?? 'The entry'}
                  </TextLink>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function ReversalLinks({ document }: { readonly document: Document }) {
  const books = useBooks();
  const names = useNamesIn([document.reversesTransactionId, document.reversalTransactionId]);
  const link = (id: string, words: string) => (
    <TextLink href={books.path(`transactions/${id}`)}>{names.get(id) ?? words}</TextLink>
  );
  return (
    <>
      {document.reversesTransactionId ? (
        <Notice>This reverses {link(document.reversesTransactionId, 'an earlier transaction')}.</Notice>
      ) : null}
      {document.reversalTransactionId ? (
        <Notice>
          Reversed on <DateText value={document.reversalDate} /> by{' '}
          {link(document.reversalTransactionId, 'a later transaction')}
          {document.reversalReason ? `: ${document.reversalReason}` : null}.
        </Notice>
      ) : null}
      {document.status === 'CANCELLED' && document.cancelReason ? (
        <Notice>Canceled: {document.cancelReason}</Notice>
      ) : null}
    </>
  );
}
