'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { LinkTabs } from '@/ui/kit/link-tabs';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { ApiClients } from './api-clients';
import { ApiKeys } from './api-keys';
import { Webhooks } from './webhooks';

const TABS = ['keys', 'clients', 'webhooks'] as const;
const VIEWS = {
  keys: {
    label: 'API keys',
    words: 'For the external API: every request carries the key, the organization and the company.',
    View: ApiKeys,
  },
  clients: {
    label: 'API clients',
    words: 'For programs that work in these books with a role of their own.',
    View: ApiClients,
  },
  webhooks: {
    label: 'Webhooks',
    words: 'Events are sent, signed, to every address that asks for them.',
    View: Webhooks,
  },
} as const;

/** How other programs come in: keys, clients, and the addresses that hear of events. */
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
