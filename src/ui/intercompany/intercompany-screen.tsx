'use client';

import { useQueryStates } from 'nuqs';
import { trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { Button } from '@/ui/kit/button';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { ButtonLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { INTERCOMPANY_VIEWS, type IntercompanyView, intercompanyFilters } from './intercompany-filters';
import { PairsView } from './pairs-view';
import { SisterBalances } from './sister-balances';

const TITLES: Readonly<Record<IntercompanyView, string>> = {
  differences: 'Differences',
  all: 'All documents',
  balances: 'Balances',
};

/** Documents between subsidiaries with their mirrors, their differences, and what the companies owe one another. */
export function IntercompanyScreen() {
  const books = useBooks();
  const finance = useFinance();
  const [{ of }] = useQueryStates(intercompanyFilters);
  const mirror = trpc.intercompany.mirror.useMutation();
  const tab = (id: IntercompanyView) => {
    const address = finance.link('reports/intercompany');
    return `${address}${address.includes('?') ? '&' : '?'}of=${id}`;
  };
  return (
    <Page>
      <PageHeader
        title="Intercompany"
        description="Documents between subsidiaries and their mirrors in the other company"
        actions={
          <>
            {books.may('gl.setup.read') ? (
              <ButtonLink href={books.path('setup?of=intercompany')}>Settings</ButtonLink>
            ) : null}
            {books.may('gl.transaction.create') ? (
              <Button
                isPending={mirror.isPending}
                onPress={() => mirror.mutate({}, { onSuccess: (made) => notifyDone(wordsOf(made)) })}
              >
                Create missing mirrors
              </Button>
            ) : null}
          </>
        }
      />
      <FinanceBar />
      <LinkTabs
        label="Intercompany"
        current={of}
        tabs={INTERCOMPANY_VIEWS.map((id) => ({ id, label: TITLES[id], href: tab(id) }))}
      />
      {mirror.error ? (
        <Notice tone="danger" role="alert">
          {sentenceOf(mirror.error)}
        </Notice>
      ) : null}
      {of === 'balances' ? <SisterBalances /> : <PairsView of={of} />}
    </Page>
  );
}

function wordsOf({ made, waiting }: { readonly made: number; readonly waiting: number }): string {
  const drafts = made === 1 ? '1 mirror was created as a draft.' : `${made} mirrors were created as drafts.`;
  if (made === 0 && waiting === 0) return 'No mirror is missing.';
  return waiting === 0 ? drafts : `${drafts} ${waiting} could not be created; the list gives the reasons.`;
}
