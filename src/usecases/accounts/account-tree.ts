import { z } from 'zod';
import { type AccountRecord, accounts } from '@/db/stores/structure/accounts';
import { defineUseCase } from '@/usecases/kit/define';

/** One account with its depth in the tree: parents before their children, siblings by code. */
export interface AccountNode extends AccountRecord {
  /** 0 at the top. */
  readonly depth: number;
  readonly childCount: number;
}

/** The largest chart shown at once; real charts have hundreds of accounts. */
const LARGEST_CHART = 20_000;

/** The chart of accounts as a tree, in reading order. */
export const accountTree = defineUseCase({
  name: 'accounts.tree',
  permission: 'gl.account.read',
  mode: 'read',
  input: z.object({ includeInactive: z.boolean().default(true) }),
  async run({ tenant }, { includeInactive }): Promise<AccountNode[]> {
    const all = await accounts.list(tenant, {
      where: includeInactive ? {} : { recordStatus: 'active' },
      orderBy: [{ code: 'asc' }, { id: 'asc' }],
      take: LARGEST_CHART,
    });
    return inTreeOrder(all);
  },
});

function inTreeOrder(all: readonly AccountRecord[]): AccountNode[] {
  const known = new Set(all.map(({ id }) => id));
  const children = new Map<string | null, AccountRecord[]>();
  for (const account of all) {
    // A child whose parent is not in the result is shown at the top level so that it does not disappear.
    const parent = account.parentId !== null && known.has(account.parentId) ? account.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), account]);
  }
  const below = (parent: string | null, depth: number): AccountNode[] =>
    (children.get(parent) ?? []).flatMap((account) => [
      { ...account, depth, childCount: children.get(account.id)?.length ?? 0 },
      ...below(account.id, depth + 1),
    ]);
  return below(null, 0);
}
