import { expect } from 'vitest';
import { INTERCOMPANY_CHECK } from '@/db/reports/intercompany/pairs';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import type { PairView } from '@/usecases/intercompany/list-pairs';
import { setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { runForOutput } from '@/usecases/kit/run';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { type Group, invoice, setGroup } from './group';

/** The list of pairs that may disagree, of a group that a test founds before it asks: what happens to it, and what it is compared with. */
export function pairList(group: () => Group) {
  const claim = () => ({ organizationId: group().org.principals.admin.organizationId, userId: null });
  const query = <Row>(text: string, values: readonly unknown[] = []) =>
    withTenantSql(claim(), (tenant) => sql<Row>(tenant, text, values));
  const fold = (limit: number) => query('select daybook_fold_ledger($1::int)', [limit]);
  const judge = (limit: number) => query('select daybook_judge_pairs($1::int)', [limit]);
  /** The ids of the listed pairs. */
  const listed = async () =>
    (await query<{ id: string }>('select pair_id as id from intercompany_open_pairs order by 1')).map(
      ({ id }) => id,
    );

  const idsOf = (pairs: readonly PairView[]) => pairs.map(({ id }) => id);
  const isOpen = ({ open }: PairView) => open.length > 0;

  /** Every pair, page by page. */
  async function everyPair(question: object, after?: string): Promise<PairView[]> {
    const page = await group().pairs({ ...question, ...(after === undefined ? {} : { after }) });
    const last = page.at(-1);
    return page.length < 100 || last === undefined
      ? page
      : [...page, ...(await everyPair(question, last.id))];
  }

  /** Compares what the list finds with a comparison of every pair under each question; returns how many were asked. */
  async function compared(at: string): Promise<number> {
    const { us, de } = group();
    const questions = [
      {},
      { subsidiaryId: us },
      { subsidiaryId: de, from: '2026-03-01', to: '2026-03-31' },
      { from: '2026-04-01', to: '2026-04-30' },
    ];
    for (const question of questions) {
      const every = (await everyPair(question)).filter(isOpen);
      const found = await everyPair({ ...question, onlyOpen: true });
      expect({ at, question, found: idsOf(found) }).toEqual({ at, question, found: idsOf(every) });
    }
    const labels = await withTenantReport(claim(), (tenant) =>
      sql<{ label: string }>(tenant, INTERCOMPANY_CHECK, [tenant.organizationId]),
    );
    const missing = labels.filter(({ label }) => label.includes('missing in the list'));
    expect({ at, missing }).toEqual({ at, missing: [] });
    return questions.length;
  }

  const eliminate = (accountId: string, isEliminated: boolean) =>
    query('update accounts set elimination = $2 where organization_id = $3 and id = $1', [
      ...[accountId, isEliminated ? 'INTERCOMPANY' : null, group().org.organizationId],
    ]);

  const setAccounts = (isSet: boolean) => {
    const { org, us, de, accounts } = group();
    const of = (id: string) => (isSet ? id : null);
    return runForOutput(setSisterAccounts, org.callAs('admin'), {
      ...{
        subsidiaryId: us,
        sisterId: de,
        dueFromAccountId: of(accounts.from),
        dueToAccountId: of(accounts.to),
      },
      ...{ incomeAccountId: of(accounts.income), chargeAccountId: of(accounts.charge) },
    });
  };

  /** An invoice to Berlin with its bill, both posted in March, the bill after the two were compared; the two agree. */
  async function agreed(): Promise<{
    readonly source: string;
    readonly mirror: string;
    readonly id: string;
  }> {
    const { id: source } = await invoice(group());
    await settled();
    const [pair] = await group().pairs({ documentId: source });
    const mirror = pair?.mirror?.id ?? '';
    await group().approve(mirror);
    await group().post(mirror, '2026-03-12');
    return { source, mirror, id: pair?.id ?? '' };
  }

  /** The settings with which documents agree, whatever happened before. */
  const restore = async () => {
    await eliminate(group().accounts.receivable, true);
    await eliminate(group().accounts.charge, true);
    await setGroup(group());
  };

  const settled = async () => {
    await fold(10_000);
    await judge(10_000);
  };

  const reverse = (id: string) =>
    runForOutput(reverseTransaction, group().org.callAs('accountant'), {
      ...{ id, reversalReason: 'Wrong', reversalDate: '2026-04-20' },
    });

  return {
    ...{
      claim,
      query,
      fold,
      judge,
      listed,
      idsOf,
      isOpen,
      everyPair,
      compared,
      eliminate,
      setAccounts,
      agreed,
      settled,
    },
    ...{ restore, reverse },
  };
}
