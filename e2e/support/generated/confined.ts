import type { Principal } from '@/core/principal';
import { newId } from '@/lib/ids';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { addMember } from '@/usecases/members/member-verbs';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { furnishBeside } from '../furnish';

/**
 * An organization of two subsidiaries, with a record of every kind in both, and a user with every permission in one.
 */
export interface TwoSubsidiaries {
  readonly organization: TestOrganization;
  /** An administrator confined to the root subsidiary. */
  readonly confined: Principal;
  /** Ids of the other subsidiary's records, by table. */
  readonly foreign: ReadonlyMap<string, string>;
  /** Ids of the root's records and of shared records, by table. */
  readonly own: ReadonlyMap<string, string>;
  /** A text that occurs in every text of the other subsidiary's records, and nowhere else. */
  readonly canary: string;
}

export async function foundTwoSubsidiaries(): Promise<TwoSubsidiaries> {
  const organization = await foundTestOrganization({ name: 'Two subsidiaries' });
  const admin = organization.callAs('admin');
  const { rootSubsidiary } = organization.ids;
  const name = `canary${newId().slice(-12)}`;
  const elsewhere = await runForOutput(createSubsidiary, admin, { name, code: name });
  const { ids: own } = await furnishBeside(organization, new Map([['subsidiaries', rootSubsidiary]]));
  const shared = await sharedTables();
  const { canary, ids } = await furnishBeside(
    organization,
    new Map([...[...own].filter(([table]) => shared.has(table)), ['subsidiaries', elsewhere.id]]),
  );
  const posted = await postedDocument(organization, {
    subsidiaryId: elsewhere.id,
    memo: `${canary} posted`,
    referenceNumber: `${canary} reference`,
    lines: [{ description: `${canary} line` }],
  });
  const { member } = await runForOutput(addMember, admin, {
    email: `${canary}@example.test`,
    name: `${canary} member`,
    roles: ['viewer'],
    subsidiaryIds: [elsewhere.id],
  });
  // The subsidiary's own name is a canary too.
  await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    await client.query('update subsidiaries set name = $1, code = $2 where id = $3', [
      `${canary} subsidiary`,
      canary.slice(-20),
      elsewhere.id,
    ]);
  });
  return {
    organization,
    confined: { ...admin.principal, subsidiaryScope: [rootSubsidiary] },
    canary,
    own: new Map([...own, ['subsidiaries', rootSubsidiary]]),
    foreign: new Map([
      ...ids,
      ['subsidiaries', elsewhere.id],
      ['memberships', member.id],
      ['posted business_transactions', posted.id],
      ['ledger_entries', posted.posted.glTransactionId],
    ]),
  };
}

/** Tables whose rows belong to the whole organization: those without a policy for confined users. */
async function sharedTables(): Promise<ReadonlySet<string>> {
  const { rows } = await withOwner((client) =>
    client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'confined')`,
    ),
  );
  return new Set(rows.map(({ name }) => name));
}
