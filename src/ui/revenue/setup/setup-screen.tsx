'use client';

import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import type { ComponentType } from 'react';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { useBooks } from '@/ui/shell/session';
import { RevenueTabs } from '../revenue-tabs';
import { REVENUE_SETUP_TABS, type RevenueSetupTab, revenueSetupFilters } from './setup-filters';

// Only the selected tab's code is loaded.
const VIEWS: Readonly<Record<RevenueSetupTab, { readonly label: string; readonly View: ComponentType }>> = {
  policies: {
    label: 'Policies',
    View: dynamic(() => import('./policies').then((part) => part.Policies)),
  },
  prices: {
    label: 'Standalone selling prices',
    View: dynamic(() => import('./selling-prices').then((part) => part.SellingPrices)),
  },
  'own-sales': {
    label: 'Own sales',
    View: dynamic(() => import('./own-sales').then((part) => part.OwnSales)),
  },
  templates: {
    label: 'Obligation templates',
    View: dynamic(() => import('./templates-panel').then((part) => part.AllTemplates)),
  },
};

/** The settings of revenue recognition: policies, standalone selling prices, and the obligations items contain. */
export function RevenueSetupScreen() {
  const books = useBooks();
  const [{ of }] = useQueryStates(revenueSetupFilters);
  const { View } = VIEWS[of];
  return (
    <Page>
      <PageHeader
        title="Revenue setup"
        description="Contracts keep the policy and the prices they were made with. A change applies to contracts dated after it."
      />
      <RevenueTabs current="setup" />
      <LinkTabs
        label="Revenue setup"
        current={of}
        tabs={REVENUE_SETUP_TABS.map((id) => ({
          id,
          label: VIEWS[id].label,
          href: books.path(`revenue/setup?of=${id}`),
        }))}
      />
      <View />
    </Page>
  );
}
