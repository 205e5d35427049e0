'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { useBooks } from '@/ui/shell/session';
import { ConflictList } from './conflict-list';
import { InvitationList } from './invitation-list';
import { MemberList } from './member-list';
import { Outbox } from './outbox';
import { ProviderList } from './provider-list';
import { ProvisioningView } from './provisioning-view';
import { RoleList } from './role-list';

const TABS = ['members', 'invitations', 'roles', 'conflicts', 'providers', 'provisioning', 'mail'] as const;
const VIEWS = {
  members: { label: 'Members', words: 'Everyone who belongs to these books.', View: MemberList },
  invitations: {
    label: 'Invitations',
    words: 'Invitation links for new members; each works once.',
    View: InvitationList,
  },
  roles: { label: 'Roles', words: 'What members may do. Roles add up; nothing is denied.', View: RoleList },
  conflicts: {
    label: 'Conflicts',
    words: 'Members whose roles let them both prepare and approve the same thing.',
    View: ConflictList,
  },
  providers: {
    label: 'Sign-in',
    words: 'OpenID providers whose users can sign in to these books and no others.',
    View: ProviderList,
  },
  provisioning: {
    label: 'Provisioning',
    words: 'A directory, such as Okta or Entra ID, that adds, changes and removes members by SCIM.',
    View: ProvisioningView,
  },
  mail: {
    label: 'Mail',
    words: 'Messages sent to people, and whether the mail server accepted them.',
    View: Outbox,
  },
} as const;

/** Members, invitations, roles and conflicts of duties. */
export function MembersScreen() {
  const books = useBooks();
  const [of] = useQueryState('of', parseAsStringLiteral(TABS).withDefault('members'));
  const { label, words, View } = VIEWS[of];
  return (
    <Page className="max-w-6xl">
      <PageHeader title={label} description={words} />
      <LinkTabs
        label="Members"
        current={of}
        tabs={TABS.map((id) => ({ id, label: VIEWS[id].label, href: books.path(`members?of=${id}`) }))}
      />
      <View />
    </Page>
  );
}
