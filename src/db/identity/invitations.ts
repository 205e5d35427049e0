import { booksQuery } from './scoped-query';

/** What an invitation shows to the holder of its link. */
export interface OfferedInvitation {
  readonly id: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly email: string;
  readonly name: string;
  readonly invitedBy: string | null;
  readonly expiresAt: Date;
}

/** The pending invitation with this secret in the *claimed* organization; null when it was answered or has expired. */
export async function offeredInvitation(
  organizationId: string,
  secretHash: string,
): Promise<OfferedInvitation | null> {
  const rows = await booksQuery<OfferedInvitation>(
    { organizationId, userId: null },
    'offered_invitation',
    `select i.id, o.name as "organizationName", o.slug as "organizationSlug", i.email, i.name, u.name as "invitedBy",
            i.expires_at as "expiresAt"
     from invitations i join organizations o on o.id = i.organization_id left join users u on u.id = i.invited_by
     where i.organization_id = $1 and i.secret_hash = $2 and i.invitation_status = 'PENDING' and i.expires_at > now()
       and o.record_status = 'active'`,
    [organizationId, secretHash],
  );
  return rows[0] ?? null;
}
