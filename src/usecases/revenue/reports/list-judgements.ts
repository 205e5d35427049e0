import { z } from 'zod';
import { JUDGING_KINDS } from '@/core/revenue/judgements/judged-facts';
import { TOPICS } from '@/core/revenue/judgements/judged-terms';
import {
  JUDGEMENT_STATES,
  type JudgementLine,
  judgedCost,
  judgementsOfContract,
} from '@/core/revenue/judgements/judgement-list';
import { LIVED_STATUSES } from '@/core/revenue/vocabulary';
import {
  countOpenCosts,
  type JudgedContractRow,
  judgedCosts,
  judgingEvents,
  pageJudgedContracts,
} from '@/db/revenue/contracts/judgements';
import type { Tenant } from '@/db/tenancy';
import { inPortions } from '@/lib/portions';
import { cursorOf, readCursor } from '@/usecases/kit/cursor';
import { refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { anId, day, momentText } from '../../kit/fields';

/** A judgment with its contract, who recorded it and when; without those it stands in a draft. */
export interface JudgementRow extends JudgementLine {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly contractName: string | null;
  readonly customerId: string | null;
  readonly subsidiaryId: string;
  readonly contractStatus: string;
  readonly by: string | null;
  readonly byName: string | null;
  readonly at: string | null;
}

/**
 * Contracts read at first, then twice as many while they do not fill the page, and read at most for one page: a rare judgment is found by
 * asking for the next page.
 */
const FIRST_PORTION = 100;
const LARGEST_PORTION = 400;
const MOST_CONTRACTS = 2_000;

const cursor = z.tuple([day, z.guid()]);
const filters = {
  topic: z.enum(TOPICS).optional(),
  state: z.enum(JUDGEMENT_STATES).optional(),
};

/** Which judgments a list shows, and the file made of it. */
export const judgementFilters = z.object({
  subsidiaryId: anId.optional(),
  customerId: anId.optional(),
  status: z.enum(LIVED_STATUSES).optional(),
  search: z.string().max(200).optional(),
  dateFrom: day.optional(),
  dateTo: day.optional(),
  ...filters,
  knownAsOf: momentText.optional(),
});

/**
 * The judgments about one contract, with those its terms raise and no one answered: each with its question and paragraph, the
 * answer, the evidence, who and when. With `knownAsOf` what was recorded by then. Refuses NOT_FOUND.
 */
export const contractJudgements = defineUseCase({
  name: 'revenue.judgements.get',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({ id: anId, knownAsOf: momentText.optional(), ...filters }),
  async run({ tenant }, { id, knownAsOf, ...wanted }): Promise<{ rows: JudgementRow[]; open: number }> {
    const [contract] = await pageJudgedContracts(tenant, { contractId: id, limit: 1 });
    if (contract === undefined) return refuseNotFound('contract', id);
    const known = knownAsOf ?? null;
    const judged = await judgementRows(tenant, [contract], known, wanted);
    const rows = judged.flatMap(([, ofContract]) => ofContract);
    const left = mayBeOfCosts(wanted)
      ? 0
      : await countOpenCosts(tenant, { contractIds: [id], knownAsOf: known });
    return {
      rows: rows.filter((row) => isWanted(row, wanted)),
      open: rows.filter(({ state }) => state === 'OPEN').length + left,
    };
  },
});

/**
 * Judgments across contracts, those of the newest contract first, as an auditor samples them. A page holds the judgments of whole
 * contracts, at least `limit` of them while there are any among the next 2,000 contracts; `nextCursor` continues behind them.
 */
export const listJudgements = defineUseCase({
  name: 'revenue.judgements.list',
  permission: 'revenue.read',
  mode: 'report',
  input: judgementFilters.extend({
    limit: z.int().min(1).max(5_000).default(100),
    before: z.string().max(200).optional(),
  }),
  async run(
    { tenant },
    { before, limit, knownAsOf, topic, state, ...query },
  ): Promise<{ rows: JudgementRow[]; nextCursor: string | null }> {
    const rows: JudgementRow[] = [];
    let after = before === undefined ? undefined : decode(before);
    let portion = FIRST_PORTION;
    for (let read = 0; read < MOST_CONTRACTS; read += portion) {
      portion = Math.min(read === 0 ? FIRST_PORTION : 2 * portion, LARGEST_PORTION, MOST_CONTRACTS - read);
      const contracts = await pageJudgedContracts(tenant, { ...query, after, limit: portion });
      const last = contracts.length < portion ? contracts.at(-1) : undefined;
      for (const [contract, judged] of await judgementRows(tenant, contracts, knownAsOf ?? null, { topic })) {
        for (const row of judged) if (isWanted(row, { topic, state })) rows.push(row);
        after = { contractDate: contract.contractDate, id: contract.id };
        if (rows.length >= limit && contract !== last) return { rows, nextCursor: encode(after) };
      }
      if (contracts.length < portion) return { rows, nextCursor: null };
    }
    return { rows, nextCursor: after === undefined ? null : encode(after) };
  },
});

interface Wanted {
  readonly topic?: JudgementLine['topic'] | undefined;
  readonly state?: JudgementLine['state'] | undefined;
}
const isWanted = (row: JudgementLine, { topic, state }: Wanted) =>
  (topic === undefined || row.topic === topic) && (state === undefined || row.state === state);

/** Whether what is wanted may stand in a cost, of which a contract may have thousands, all with one topic. */
const mayBeOfCosts = ({ topic = 'COST' }: Wanted) => topic === 'COST';

/** The contracts, each with its judgments; those of costs only where they may be wanted. */
async function judgementRows(
  tenant: Tenant,
  contracts: readonly JudgedContractRow[],
  knownAsOf: string | null,
  wanted: Wanted,
): Promise<(readonly [JudgedContractRow, JudgementRow[]])[]> {
  const contractIds = contracts.map(({ id }) => id);
  if (contractIds.length === 0) return [];
  const events = await judgingEvents(tenant, { contractIds, kinds: JUDGING_KINDS, knownAsOf });
  const costs = mayBeOfCosts(wanted) ? await judgedCosts(tenant, { contractIds, knownAsOf }) : [];
  const recorded = new Map([
    ...events.map(({ event, by, byName, at }) => [event.id, { by, byName, at }] as const),
    ...costs.map(({ id, by, byName, at }) => [id, { by, byName, at }] as const),
  ]);
  const eventsOf = byContract(events);
  const costsOf = byContract(costs);
  const judgedIn = (contract: JudgedContractRow) =>
    judgementsOfContract({
      currencyCode: contract.currencyCode,
      contractDate: contract.contractDate,
      terms: contract.terms,
      criteria: contract.criteria ?? [],
      events: (eventsOf.get(contract.id) ?? []).map(({ event }) => event),
      // Asked by the facts known now.
      financingQuestion: knownAsOf === null ? contract.financingQuestion : null,
    });
  const rowOf = (contract: JudgedContractRow, line: JudgementLine): JudgementRow => ({
    contractId: contract.id,
    contractNumber: contract.contractNumber,
    contractName: contract.name,
    customerId: contract.customerId,
    subsidiaryId: contract.subsidiaryId,
    contractStatus: contract.contractStatus,
    ...line,
    ...(recorded.get(line.eventId ?? line.costId ?? '') ?? { by: null, byName: null, at: null }),
  });
  const judged = await inPortions(
    contracts,
    (contract) => [contract, judgedIn(contract).map((line) => rowOf(contract, line))] as const,
    FIRST_PORTION,
  );
  // The costs of one contract may be more than all other judgments of the page.
  for (const [contract, rows] of judged)
    for (const row of await inPortions(costsOf.get(contract.id) ?? [], (cost) =>
      rowOf(contract, judgedCost(cost)),
    ))
      rows.push(row);
  return judged;
}

function byContract<Row extends { readonly contractId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.contractId);
    if (group === undefined) groups.set(row.contractId, [row]);
    else group.push(row);
  }
  return groups;
}

const encode = ({ contractDate, id }: { contractDate: string; id: string }) => cursorOf([contractDate, id]);

function decode(text: string): { contractDate: string; id: string } {
  const [contractDate, id] = readCursor(cursor, text, 'before');
  return { contractDate, id };
}
