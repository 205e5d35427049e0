import { addDays } from '@/core/periods/calendar';
import type { EventOf, ModificationTerms } from '@/core/revenue/contracts/events';
import { day as toDay } from '../oracle/held';
import { BEGIN, LICENSE, tiersAt } from './drawn-contract';
import type { Change } from './happened';

/** Changes of obligations: one removed, a different term, costs stated again, past performance settled. */
export const CHANGES = ['removed', 'termed', 'restated', 'settled'] as const;
/**
 * A first minimum for calls that were paid for as they were made. It can begin only once, so it occurs in stories alone, not among the
 * random facts.
 */
export const FIRST_MINIMUM = 'committing';

/** Obligations of every kind that a modification can remove. */
const REMOVABLE = ['units', 'term', 'project', 'months', 'works', 'license', 'points', 'steps', 'committed'];
const TREATMENTS = ['prospective', 'catchUp', 'mixed'] as const;
/** The number of days after the contract date within which a term can still be changed, whatever it was changed to before. */
const EARLY = 120;

/** A change of an obligation, for the engine and for the oracle; null when it is too late to change a term that has ended. */
export function changedPromise(
  what: (typeof CHANGES)[number] | typeof FIRST_MINIMUM,
  { day, size }: { readonly day: number; readonly size: number },
  scale: number,
): { told: Omit<EventOf<'modification'>, 'id' | 'effectiveDate'>; heard: Change } | null {
  const text = (amount: number) => (amount * scale).toFixed(2);
  const any = TREATMENTS[size % TREATMENTS.length] ?? 'prospective';
  const signed = size - 3000;
  const both = (
    kind: 'prospective' | 'catchUp' | 'mixed',
    price: number,
    told: ModificationTerms,
    heard: object,
  ) => ({
    told: {
      kind: 'modification' as const,
      treatment: kind,
      decidedFor: kind,
      reason: 'agreed',
      priceChange: text(price),
      ...told,
    },
    heard: { kind, price, ...heard },
  });
  switch (what) {
    case 'removed': {
      const key = REMOVABLE[size % REMOVABLE.length] ?? 'units';
      // The price falls by about the value of what is removed, or stays the same.
      return both(any, size % 2 === 0 ? -20 * size : 0, { removals: [key] }, { removed: key });
    }
    case 'termed': {
      if (day > EARLY) return null;
      const [key, start] = size % 2 === 0 ? ['term', BEGIN] : ['license', LICENSE];
      const end = addDays(BEGIN, EARLY + 10 + (size % 300));
      const pattern = { kind: 'RATABLE', start, end, residual: 'CUMULATIVE' } as const;
      return both(any, signed, { obligations: [{ key, pattern }] }, { ends: { key, end } });
    }
    case 'committing': {
      const [start, days, amount] = [addDays(BEGIN, day), 30 + (size % 90), 10 * size];
      const method = size % 3 === 0 ? 'OVER_TIME' : 'AS_USED';
      const minimum = {
        start,
        end: addDays(start, days - 1),
        every: 'TERM',
        amount: text(amount),
        method,
      } as const;
      const spans = [{ from: toDay(start), to: toDay(start) + days, amount }];
      const pattern = { kind: 'USAGE', tiers: tiersAt(scale), minimum } as const;
      return both(
        size % 2 === 0 ? 'prospective' : 'mixed',
        0,
        { obligations: [{ key: 'calls', pattern }] },
        {
          price: amount,
          added: {
            key: 'calls',
            ssp: amount,
            kind: 'COMMITTED',
            minimum: { method, isCarried: false, spans, expected: null },
          },
        },
      );
    }
    case 'restated': {
      const whole = 300_000 + size * 60;
      const toDate = Math.round(((size % 100) / 100) * whole);
      return both(
        size % 2 === 0 ? 'catchUp' : 'mixed',
        signed,
        { obligations: [{ key: 'works', costs: { toDate: text(toDate), totalAfter: text(whole) } }] },
        { costed: { key: 'works', costs: { total: whole, toDate } } },
      );
    }
    case 'settled': {
      const key = ['units', 'project', 'term', 'point'][size % 4] ?? 'units';
      return both(
        any,
        size,
        { pastAdjustment: { key, amount: text(signed) } },
        { past: { key, amount: signed } },
      );
    }
  }
}
