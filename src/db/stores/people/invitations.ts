import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

/** Invitations of the organization; read them through `listInvitations`, which leaves the hash of the secret out. */
export const invitations = recordStore('Invitation');

/** An invitation as members see it. */
export interface ShownInvitation {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly roles: string[];
  readonly customRoleIds: string[];
  readonly subsidiaryIds: string[];
  /** EXPIRED: pending, but its link no longer works. */
  readonly status: 'PENDING' | 'EXPIRED' | 'ACCEPTED' | 'WITHDRAWN';
  readonly expiresAt: Date;
  readonly invitedBy: string | null;
  readonly version: number;
  readonly createdAt: Date;
}

const SHOWN = `
  select i.id, i.email, i.name, i.roles, i.custom_role_ids as "customRoleIds", i.subsidiary_ids as "subsidiaryIds",
         case when i.invitation_status = 'PENDING' and i.expires_at <= now() then 'EXPIRED' else i.invitation_status end as status,
         i.expires_at as "expiresAt", u.name as "invitedBy", i.version, i.created_at as "createdAt"
  from invitations i left join users u on u.id = i.invited_by
  where i.organization_id = $1::uuid`;

/** Invitations, newest first. */
export function listInvitations(tenant: Tenant): Promise<ShownInvitation[]> {
  return sql<ShownInvitation>(tenant, `${SHOWN} order by i.created_at desc, i.id desc limit 500`, [
    tenant.organizationId,
  ]);
}

/** One invitation, or null. */
export async function findInvitation(tenant: Tenant, id: string): Promise<ShownInvitation | null> {
  const [row] = await sql<ShownInvitation>(tenant, `${SHOWN} and i.id = $2::uuid`, [
    tenant.organizationId,
    id,
  ]);
  return row ?? null;
}

/** The invitations of these addresses that are neither accepted nor withdrawn, also those whose links no longer work, by address. */
export async function openInvitationsOf(
  tenant: Tenant,
  emails: readonly string[],
): Promise<ReadonlyMap<string, ShownInvitation>> {
  const rows = await sql<ShownInvitation>(
    tenant,
    `${SHOWN} and i.email = any ($2::text[]) and i.invitation_status = 'PENDING'`,
    [tenant.organizationId, emails],
  );
  return new Map(rows.map((row) => [row.email, row]));
}

/**
 * Accepts the pending invitation with this secret for a person; null when it was answered, has expired or was sent again.
 * Of two at once one wins.
 */
export async function takeInvitation(
  tenant: Tenant,
  secretHash: string,
  userId: string,
): Promise<ShownInvitation | null> {
  const [taken] = await sql<{ id: string }>(
    tenant,
    `update invitations set invitation_status = 'ACCEPTED', secret_hash = null, accepted_by = $3::uuid, accepted_at = now()
     where organization_id = $1::uuid and secret_hash = $2 and invitation_status = 'PENDING' and expires_at > now() returning id`,
    [tenant.organizationId, secretHash, userId],
  );
  return taken === undefined ? null : findInvitation(tenant, taken.id);
}

/** Accepts the pending invitation of an address for a person whom the organization's provider vouches for; null when there is none. */
export async function takeInvitationOf(
  tenant: Tenant,
  email: string,
  userId: string,
): Promise<ShownInvitation | null> {
  const [taken] = await sql<{ id: string }>(
    tenant,
    `update invitations set invitation_status = 'ACCEPTED', secret_hash = null, accepted_by = $3::uuid, accepted_at = now()
     where organization_id = $1::uuid and email = $2 and invitation_status = 'PENDING' and expires_at > now() returning id`,
    [tenant.organizationId, email, userId],
  );
  return taken === undefined ? null : findInvitation(tenant, taken.id);
}

/** Withdraws the pending invitations that a person sent, since one who left no longer invites anyone. */
export async function withdrawInvitationsOf(tenant: Tenant, userId: string): Promise<void> {
  await sql(
    tenant,
    `update invitations set invitation_status = 'WITHDRAWN', secret_hash = null
     where organization_id = $1::uuid and invited_by = $2::uuid and invitation_status = 'PENDING'`,
    [tenant.organizationId, userId],
  );
}
