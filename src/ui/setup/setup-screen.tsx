'use client';

import { useQueryStates } from 'nuqs';
import type { ComponentType } from 'react';
import { LinkTabs } from '@/ui/kit/link-tabs';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { useBooks } from '@/ui/shell/session';
import { DocumentTypes } from './document-types';
import { ExchangeRates } from './exchange-rates';
import { PostingRules } from './posting-rules';
import { SETUP_TABS, type SetupTab, setupFilters } from './setup-tabs';
import { TaxCodes } from './tax-codes';

const VIEWS: Readonly<Record<SetupTab, { readonly label: string; readonly View: ComponentType }>> = {
  'tax-codes': { label: 'Tax codes', View: TaxCodes },
  'exchange-rates': { label: 'Exchange rates', View: ExchangeRates },
  'posting-rules': { label: 'Posting rules', View: PostingRules },
  types: { label: 'Types and numbers', View: DocumentTypes },
};

/** What documents are computed and posted with: taxes, rates, accounts, numbers. */
export function SetupScreen() {
  const books = useBooks();
  const [{ of }] = useQueryStates(setupFilters);
  const { View } = VIEWS[of];
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="Accounting setup"
        description="Documents keep what they were computed with: a change counts for those written after it."
      />
      <LinkTabs
        label="Accounting setup"
        current={of}
        tabs={SETUP_TABS.map((id) => ({ id, label: VIEWS[id].label, href: books.path(`setup?of=${id}`) }))}
      />
      <View />
    </Page>
  );
}
