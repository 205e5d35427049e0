'use client';

import { useQueryStates } from 'nuqs';
import { useState } from 'react';
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
  const [outcome, setOutcome] = useState<MirrorsOutcome | null>(null);
  // Call after call, until all that wait were tried once.
  const createMissing = async (after?: string, before: MirrorsOutcome = { made: 0, refused: [] }) => {
    const answer = await mirror.mutateAsync(after === undefined ? {} : { after }).catch(() => null);
    // What failed is shown by itself.
    if (answer === null) return;
    const sum = together(before, answer);
    setOutcome(sum);
    if (answer.next !== null) return createMissing(answer.next, sum);
    notifyDone(wordsOf(sum.made, sum.refused.length > 0));
  };
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
              <Button isPending={mirror.isPending} onPress={() => createMissing()}>
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
      {outcome === null || outcome.refused.length === 0 ? null : <Refused refused={outcome.refused} />}
      {of === 'balances' ? <SisterBalances /> : <PairsView of={of} />}
    </Page>
  );
}

/** What came of all calls of one press of the button. */
interface MirrorsOutcome {
  readonly made: number;
  readonly refused: readonly {
    readonly reason: string;
    readonly count: number;
    readonly examples: readonly string[];
  }[];
}

function together(before: MirrorsOutcome, { made, refused }: MirrorsOutcome): MirrorsOutcome {
  const sums = new Map(before.refused.map((one) => [one.reason, one]));
  for (const one of refused) {
    const known = sums.get(one.reason);
    sums.set(one.reason, known === undefined ? one : { ...known, count: known.count + one.count });
  }
  return { made: before.made + made, refused: [...sums.values()] };
}

/** Why mirrors could not be created, with some of their documents. */
function Refused({ refused }: Pick<MirrorsOutcome, 'refused'>) {
  const count = refused.reduce((all, one) => all + one.count, 0);
  return (
    <Notice tone="caution" role="status">
      <p className="font-medium">
        {count === 1 ? 'One mirror could not be created:' : `${count} mirrors could not be created:`}
      </p>
      <ul className="list-disc pl-5">
        {refused.map((one) => (
          <li key={one.reason}>
            {one.reason} {one.examples.join(', ')}
            {one.count > one.examples.length ? ` and ${one.count - one.examples.length} more` : ''}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function wordsOf(made: number, isRefused: boolean): string {
  if (made === 0) return isRefused ? 'No mirror was created.' : 'No mirror is missing.';
  return made === 1 ? '1 mirror was created as a draft.' : `${made} mirrors were created as drafts.`;
}
