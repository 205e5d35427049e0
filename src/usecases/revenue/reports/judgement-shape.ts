import { z } from 'zod';
import { JUDGING_KINDS } from '@/core/revenue/judgements/judged-facts';
import { TOPICS } from '@/core/revenue/judgements/judged-terms';
import {
  JUDGEMENT_STATES,
  type JudgedCost,
  type JudgementLine,
  judgedCost,
  judgementsOfContract,
} from '@/core/revenue/judgements/judgement-list';
import {
  type CostPlace,
  type JudgedContractRow,
  type JudgedCostsQuery,
  judgingEvents,
  pageJudgedCosts,
} from '@/db/revenue/contracts/judgements';
import type { Tenant } from '@/db/tenancy';
import { inPortions } from '@/lib/portions';
import { momentText } from '../../kit/fields';

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

/** Which judgments of a contract are shown. */
export const judgementFields = {
  topic: z.enum(TOPICS).optional(),
  state: z.enum(JUDGEMENT_STATES).optional(),
};
interface Wanted {
  readonly topic?: JudgementLine['topic'] | undefined;
  readonly state?: JudgementLine['state'] | undefined;
}
export const isWanted = (row: JudgementLine, { topic, state }: Wanted) =>
  (topic === undefined || row.topic === topic) && (state === undefined || row.state === state);

/** Whether what is wanted may stand in a cost, of which a contract may have thousands, all with one topic. */
export const mayBeOfCosts = ({ topic = 'COST' }: Wanted) => topic === 'COST';

/** Contracts judged before others get their turn. */
const AT_ONCE = 100;

/** The judgments of each contract, by its id, but those of its costs: in its terms and the facts known at a moment. */
export async function linesOf(
  tenant: Tenant,
  contracts: readonly JudgedContractRow[],
  knownAsOf: string | null,
): Promise<Map<string, JudgementRow[]>> {
  const contractIds = contracts.map(({ id }) => id);
  if (contractIds.length === 0) return new Map();
  const events = await judgingEvents(tenant, { contractIds, kinds: JUDGING_KINDS, knownAsOf });
  const recorded = new Map(
    events.map(({ event, by, byName, at }) => [event.id, { by, byName, at }] as const),
  );
  const eventsOf = byContract(events);
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
  const judged = await inPortions(
    contracts,
    (contract) =>
      [
        contract.id,
        judgedIn(contract).map((line) => rowOf(contract, line, recorded.get(line.eventId ?? ''))),
      ] as const,
    AT_ONCE,
  );
  return new Map(judged);
}

/** The judgment of a cost, with the place behind it. */
interface CostRow {
  readonly row: JudgementRow;
  readonly place: CostPlace;
}

/** At most `limit` judgments of the costs of contracts, by the contract's id, in the order of the contracts and as recorded; none where no cost may be wanted. */
export async function costRowsOf(
  tenant: Tenant,
  contracts: readonly JudgedContractRow[],
  wanted: Wanted,
  query: Pick<JudgedCostsQuery, 'after' | 'knownAsOf'> & { readonly limit: number },
): Promise<Map<string, CostRow[]>> {
  if (contracts.length === 0 || !mayBeOfCosts(wanted)) return new Map();
  const known = new Map(contracts.map((contract) => [contract.id, contract] as const));
  const { state } = wanted;
  const asked = { ...query, contractIds: [...known.keys()], state };
  const rows = await pageJudgedCosts(tenant, asked, (cost) => {
    const { contractId, id, at } = cost;
    const contract = known.get(contractId);
    if (contract === undefined) throw new Error('a cost of a contract that was not asked for');
    return { contractId, row: costRowOf(contract, cost), place: { at, id } };
  });
  return byContract(rows);
}

/** The judgment of a cost of a contract. */
export const costRowOf = (
  contract: JudgedContractRow,
  { by, byName, at, ...cost }: JudgedCost & Pick<JudgementRow, 'by' | 'byName'> & { readonly at: string },
): JudgementRow => rowOf(contract, judgedCost(cost), { by, byName, at });

const UNRECORDED = { by: null, byName: null, at: null };

const rowOf = (
  contract: JudgedContractRow,
  line: JudgementLine,
  recorded: Pick<JudgementRow, 'at' | 'by' | 'byName'> = UNRECORDED,
): JudgementRow => ({
  contractId: contract.id,
  contractNumber: contract.contractNumber,
  contractName: contract.name,
  customerId: contract.customerId,
  subsidiaryId: contract.subsidiaryId,
  contractStatus: contract.contractStatus,
  ...line,
  ...recorded,
});

function byContract<Row extends { readonly contractId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.contractId);
    if (group === undefined) groups.set(row.contractId, [row]);
    else group.push(row);
  }
  return groups;
}

/** A place among the costs of a contract, as cursors hold it. */
export const costPlace = [momentText, z.guid()] as const;
