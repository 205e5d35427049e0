import { addDays } from '@/core/periods/calendar';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import type { Happened } from './happened';

/** Facts about costs: progress of the works measured by them, their expected total, and capitalized costs with their tests and terms. */
export const COSTS = ['costs', 'materials', 'foreseen', 'spent', 'tested', 'extended'] as const;

/** A fact without its id and date. */
export type Body<Of> = Of extends unknown ? Omit<Of, 'id' | 'effectiveDate' | 'on'> : never;
/** A fact in the form of the engine, and in that of the oracle; null where it does not concern the oracle. */
export type Said = { told: Body<ContractEvent>; heard: Body<Happened> | null };

/** One of two costs of a contract, so that tests and extensions often apply to an existing one. */
const costOf = (size: number) => (size % 10 < 6 ? 'commission' : 'set-up');

/** The scope of work stated for the test for losses: none, construction, or another. */
const SCOPES = [undefined, 'CONSTRUCTION', undefined, 'OTHER', 'PRODUCTION'] as const;

/** Such a fact for the engine and for the oracle; null where it does not concern the oracle. */
export function ofCosts(
  what: (typeof COSTS)[number],
  { on, size }: { readonly on: string; readonly size: number },
  scale: number,
): Said {
  const text = (amount: number) => (amount * scale).toFixed(2);
  const scope = SCOPES[size % SCOPES.length];
  const scoped = scope === undefined ? {} : { scope };
  switch (what) {
    case 'costs': {
      // About as much as the price of the works, which is 454,500 at inception.
      const [key, whole] = ['works', 300_000 + size * 60];
      const toDate = Math.round(((size % 101) / 100) * whole);
      return {
        told: { kind: 'costs', key, costToDate: text(toDate), totalCost: text(whole), ...scoped },
        heard: { kind: 'costed', key, costs: { total: whole, toDate, ...scoped } },
      };
    }
    case 'materials': {
      // None, half or all of the materials are bought; any share of the other work is done.
      const [key, work, materials] = ['works', 250_000 + size * 50, 40_000 + (size % 60) * 1_000];
      const bought = (materials * (size % 3)) / 2;
      const [whole, toDate] = [work + materials, bought + Math.round(((size % 101) / 100) * work)];
      return {
        told: {
          ...{ kind: 'costs', key, costToDate: text(toDate), totalCost: text(whole), ...scoped },
          uninstalled: { totalCost: text(materials), costToDate: text(bought) },
        },
        heard: {
          ...{ kind: 'costed', key, costs: { total: whole, toDate, ...scoped } },
          lifts: { total: materials, toDate: bought },
        },
      };
    }
    case 'foreseen': {
      const key = ['works', 'project', 'term', 'units', 'works'][size % 5] ?? 'works';
      const whole = 200_000 + size * 80;
      const exit = size % 4 === 0 ? Math.round(whole / 20) : undefined;
      return {
        told: {
          kind: 'costEstimate',
          key,
          totalCost: text(whole),
          evidence: 'Offers',
          ...scoped,
          ...(exit !== undefined && { exitCost: text(exit) }),
        },
        heard: {
          kind: 'expected',
          key,
          costs: { total: whole, ...scoped, ...(exit !== undefined && { exit }) },
        },
      };
    }
    case 'spent': {
      const follows = [undefined, undefined, ['units'], ['project', 'works'], ['term', 'works']][size % 5];
      const key = costOf(size);
      const judged = { recoverable: true, incremental: true, direct: true, enhancesResources: true };
      return {
        told: {
          ...{ kind: 'cost', key, costKind: size % 3 === 0 ? 'FULFIL' : 'OBTAIN', amount: text(size) },
          ...{ ...judged, expedient: false, start: on, contractMonths: 1 + (size % 18) },
          expectedRenewalMonths: size % 5 === 0 ? size % 7 : 0,
          renewalCostCommensurate: size % 2 === 0,
          ...(follows !== undefined && { follows }),
        },
        heard: follows === undefined ? null : { kind: what, key, amount: size, follows },
      };
    }
    case 'tested': {
      const [expectedConsideration, remainingCosts] = [text(size / 10), text(size / 100)];
      return {
        told: { kind: 'costTest', key: costOf(size), expectedConsideration, remainingCosts },
        heard: null,
      };
    }
    case 'extended': {
      const end = addDays(on, size % 400);
      return { told: { kind: 'costTerm', key: costOf(size), end, evidence: 'judged' }, heard: null };
    }
  }
}
