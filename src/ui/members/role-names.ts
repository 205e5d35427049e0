import { isRole, type Role } from '@/core/permissions';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';

export type Member = RouterOutputs['members']['list'][number];
export type OwnRole = RouterOutputs['roles']['list'][number];
export type DirectoryGroup = RouterOutputs['provisioning']['groups'][number];
export type SignInProvider = RouterOutputs['providers']['list'][number];

/** The built-in roles among names. */
export const knownRoles = (names: readonly string[]): Role[] => names.filter(isRole);

/** Lists the roles of a member or an invitation: the built-in ones and the organization's own by name. */
export function useRoleNames() {
  const own = trpc.roles.list.useQuery({});
  return ({ roles, customRoleIds }: Pick<Member, 'roles' | 'customRoleIds'>): string =>
    [
      ...roles.map(statusWords),
      ...customRoleIds.flatMap((id) => own.data?.find((role) => role.id === id)?.name ?? []),
    ].join(', ');
}
