import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { TrpcProvider } from '@/surfaces/trpc/react';
import { booksServer } from '@/surfaces/trpc/server';
import { turnAway } from './rights-in';
import { BooksProvider, type BooksSession } from './session';
import { Shell } from './shell';

type Props = { readonly params: Promise<{ org: string }> };

/** The layout of one organization's books, which requires a session and a membership. */
export async function BooksLayout({ params, children }: Props & { readonly children: ReactNode }) {
  const { org } = await params;
  const session = await sessionIn(org);
  return (
    <TrpcProvider key={org} organization={org}>
      <NuqsAdapter>
        <BooksProvider session={session}>
          <Shell>{children}</Shell>
        </BooksProvider>
      </NuqsAdapter>
    </TrpcProvider>
  );
}

/** Page titles include the organization, for users with tabs of several organizations. */
export async function booksMetadata({ params }: Props): Promise<Metadata> {
  const { org } = await params;
  const name = await sessionIn(org).then((session) => session.organization.name);
  return { title: { default: name, template: `%s · ${name}` } };
}

async function sessionIn(org: string): Promise<BooksSession> {
  const { caller } = await booksServer(org);
  try {
    const [me, rights] = await Promise.all([caller.session.me(), caller.session.rights()]);
    const organizations = me.organizations.map((membership) => ({
      id: membership.organizationId,
      slug: membership.organizationSlug,
      name: membership.organizationName,
      baseCurrency: membership.baseCurrency,
      isClosed: membership.isClosed,
    }));
    const organization = organizations.find((candidate) => candidate.id === rights.organizationId);
    if (organization === undefined) notFound();
    return {
      user: me.user,
      organization,
      organizations,
      roles: rights.roles,
      permissions: rights.permissions,
      today: rights.today,
    };
  } catch (error) {
    return await turnAway(org, error);
  }
}
