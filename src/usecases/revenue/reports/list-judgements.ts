import { z } from 'zod';
import { LIVED_STATUSES } from '@/core/revenue/vocabulary';
import { BEFORE_COSTS, type CostPlace, pageJudgedContracts } from '@/db/revenue/contracts/judgements';
import { cursorOf, readCursor } from '@/usecases/kit/cursor';
import { defineUseCase } from '../../kit/define';
import { anId, day, momentText } from '../../kit/fields';
import {
  costPlace,
  costRowsOf,
  isWanted,
  type JudgementRow,
  judgementFields,
  linesOf,
} from './judgement-shape';

/**
 * Contracts read at first, then twice as many while they do not fill the page, and read at most for one page: a rare judgment is found by
 * asking for the next page.
 */
const FIRST_PORTION = 100;
const LARGEST_PORTION = 400;
const MOST_CONTRACTS = 2_000;

/** Where a page ends: behind a contract, or within it behind a cost. */
interface Place {
  readonly contractDate: string;
  readonly id: string;
  readonly cost?: CostPlace | undefined;
}
const cursor = z.union([z.tuple([day, z.guid()]), z.tuple([day, z.guid(), ...costPlace])]);

/** Which judgments a list shows, and the file made of it. */
export const judgementFilters = z.object({
  contractId: anId.optional(),
  subsidiaryId: anId.optional(),
  customerId: anId.optional(),
  status: z.enum(LIVED_STATUSES).optional(),
  search: z.string().max(200).optional(),
  dateFrom: day.optional(),
  dateTo: day.optional(),
  ...judgementFields,
  knownAsOf: momentText.optional(),
});

/**
 * Judgments across contracts, those of the newest contract first, as an auditor samples them. A page holds at least `limit` of them while there are any
 * among the next 2,000 contracts, and ends behind a contract or, where its costs do not fit, behind one of them: what does not stand in costs is never
 * divided. `nextCursor` continues there.
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
    { before, limit, knownAsOf = null, topic, state, ...query },
  ): Promise<{ rows: JudgementRow[]; nextCursor: string | null }> {
    const wanted = { topic, state };
    const rows: JudgementRow[] = [];
    let place = before === undefined ? undefined : decode(before);
    let portion = FIRST_PORTION;
    for (let read = 0; read < MOST_CONTRACTS; read += portion) {
      portion = Math.min(read === 0 ? FIRST_PORTION : 2 * portion, LARGEST_PORTION, MOST_CONTRACTS - read);
      const isWithin = place?.cost !== undefined;
      const after = place === undefined ? undefined : { ...place, isWithin };
      const contracts = await pageJudgedContracts(tenant, { ...query, after, limit: portion });
      const last = contracts.length < portion ? contracts.at(-1) : undefined;
      // Of the contract in which the previous page ended only further costs are shown.
      const begun = contracts[0]?.id === place?.id ? place?.cost : undefined;
      const whole = begun === undefined ? contracts : contracts.slice(1);
      const lines = await linesOf(tenant, whole, knownAsOf);
      const room = limit - rows.length;
      const costs = await costRowsOf(tenant, contracts, wanted, {
        knownAsOf,
        after: begun,
        limit: room + 1,
      });
      for (const contract of contracts) {
        const { contractDate, id } = contract;
        for (const row of lines.get(id) ?? []) if (isWanted(row, wanted)) rows.push(row);
        let cost = contract === contracts[0] ? begun : undefined;
        for (const next of costs.get(id) ?? []) {
          if (rows.length >= limit) {
            return { rows, nextCursor: encode({ contractDate, id, cost: cost ?? BEFORE_COSTS }) };
          }
          rows.push(next.row);
          cost = next.place;
        }
        place = { contractDate, id };
        if (rows.length >= limit && contract !== last) return { rows, nextCursor: encode(place) };
      }
      if (contracts.length < portion) return { rows, nextCursor: null };
    }
    return { rows, nextCursor: place === undefined ? null : encode(place) };
  },
});

const encode = ({ contractDate, id, cost }: Place) =>
  cursorOf(cost === undefined ? [contractDate, id] : [contractDate, id, cost.at, cost.id]);

function decode(text: string): Place {
  const [contractDate, id, at, costId] = readCursor(cursor, text, 'before');
  return {
    contractDate,
    id,
    cost: at === undefined || costId === undefined ? undefined : { at, id: costId },
  };
}
