'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { ApiClients } from './api-clients';
import { ApiKeys } from './api-keys';
import { Webhooks } from './webhooks';

const TABS = ['keys', 'clients', 'webhooks'] as const;
const VIEWS = {
  keys: {
    label: 'API keys',
    words:
      'For the external API. Every request carries the key and the organization; a key of one company names that company too.',
    View: ApiKeys,
  },
  clients: {
    label: 'API clients',
    words: 'For applications that work in these books under their own roles.',
    View: ApiClients,
  },
  webhooks: {
    label: 'Webhooks',
    words: 'Signed events are sent to every endpoint that subscribes to them.',
    View: Webhooks,
  },
} as const;

/** Access for other applications: API keys, API clients and webhook endpoints. */
export function DevelopersScreen() {
  const books = useBooks();
  const [of] = useQueryState('of', parseAsStringLiteral(TABS).withDefault('keys'));
  const { label, words, View } = VIEWS[of];
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title={label}
        description={words}
        actions={<TextLink href="/docs">API reference</TextLink>}
      />
      <LinkTabs
        label="Developers"
        current={of}
        tabs={TABS.map((id) => ({ id, label: VIEWS[id].label, href: books.path(`developers?of=${id}`) }))}
      />
      <View />
    </Page>
  );
}
