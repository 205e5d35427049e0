import { principalFrom } from '@/auth/principal';
import { DEMO_PASSWORD } from '@/auth/sign-in/demo-door';
import type { Role } from '@/core/permissions';
import { storePasswordHash } from '@/db/identity/users';
import { hashPassword } from '@/lib/password';
import { addMember } from '@/usecases/members/member-verbs';
import { HARBOR } from '../story/harbor';
import { LOGINS } from '../story/people';
import type { Stage } from './stage';

/** One line of access.json: the person, the organization and the role. */
export interface Login {
  readonly email: string;
  readonly role: Role;
}

/** The people of Meridian who sign in, one per role; from here on they do the work. */
export async function buildLogins(stage: Stage): Promise<Login[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const { role, email, name } of LOGINS) await join(stage, email, name, role, passwordHash);
  return LOGINS.map(({ email, role }) => ({ email, role }));
}

/** Harbor's own admin, and Meridian's admin as its auditor, so that the organization switcher has two choices. */
export async function buildHarborLogins(stage: Stage): Promise<Login[]> {
  const [admin] = LOGINS;
  if (admin === undefined) throw new Error('Meridian has no admin');
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await join(stage, HARBOR.admin.email, HARBOR.admin.name, 'admin', passwordHash);
  await join(stage, admin.email, admin.name, 'auditor', null);
  return [
    { email: HARBOR.admin.email, role: 'admin' },
    { email: admin.email, role: 'auditor' },
  ];
}

/** Makes a person a member; a new account gets the demo's password instead of the random initial one. */
async function join(
  stage: Stage,
  email: string,
  name: string,
  role: Role,
  passwordHash: string | null,
): Promise<void> {
  const { member } = await stage.run('admin', addMember, { email, name, roles: [role] });
  const { userId } = member;
  if (passwordHash !== null) await storePasswordHash(userId, passwordHash);
  stage.ids.set('user', email, userId);
  stage.cast(
    role,
    principalFrom({
      organizationId: stage.organizationId,
      actorKind: 'user',
      actorId: userId,
      actorName: name,
      roles: [role],
      credential: `user:${userId}`,
    }),
  );
}
