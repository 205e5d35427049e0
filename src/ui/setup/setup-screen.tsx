'use client';

import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import type { ComponentType } from 'react';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { useBooks } from '@/ui/shell/session';
import { SETUP_TABS, type SetupTab, setupFilters } from './setup-tabs';

// Only the selected tab's code is loaded.
const VIEWS: Readonly<Record<SetupTab, { readonly label: string; readonly View: ComponentType }>> = {
  'tax-codes': {
    label: 'Tax codes',
    View: dynamic(() => import('./tax-codes').then((part) => part.TaxCodes)),
  },
  'exchange-rates': {
    label: 'Exchange rates',
    View: dynamic(() => import('./exchange-rates').then((part) => part.ExchangeRates)),
  },
  'posting-rules': {
    label: 'Posting rules',
    View: dynamic(() => import('./posting-rules').then((part) => part.PostingRules)),
  },
  types: {
    label: 'Types and numbers',
    View: dynamic(() => import('./document-types').then((part) => part.DocumentTypes)),
  },
  currencies: {
    label: 'Currencies',
    View: dynamic(() => import('./currencies').then((part) => part.Currencies)),
  },
  intercompany: {
    label: 'Intercompany',
    View: dynamic(() => import('./intercompany').then((part) => part.Intercompany)),
  },
};

/** The settings documents are calculated and posted with: taxes, rates, accounts, numbers. */
export function SetupScreen() {
  const books = useBooks();
  const [{ of }] = useQueryStates(setupFilters);
  const { View } = VIEWS[of];
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="Accounting setup"
        description="Existing documents keep the rules they were calculated with. A change applies only to new documents."
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
