import { addDays } from '@/core/periods/calendar';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { CHANGES, changedPromise, FIRST_MINIMUM } from './drawn-changes';
import {
  BEGIN,
  type Frame,
  inEqualParts,
  LICENSE,
  raisedMinimum,
  scaled,
  termsOf,
  UNITS,
} from './drawn-contract';
import { type Body, COSTS, ofCosts } from './drawn-costs';
import { CREDITS, ofMoney, PAYMENTS } from './drawn-money';
import type { Happened } from './happened';

/** What can happen to a contract: every kind of fact of the engine, some in several variants. */
export const WHATS = [
  ...(['progress', 'milestone', 'units', 'point', 'agency', 'used', 'rebated', 'brokered'] as const),
  ...(['sold', 'played', 'repriced', 'claimed', 'estimated', 'redeemed', 'lapsed'] as const),
  ...(['refundable', 'returnable', 'returned', 'restored'] as const),
  ...CREDITS,
  ...PAYMENTS,
  ...(['hold', 'release', 'journal', 'answered'] as const),
  ...(['separate', 'prospective', 'catchUp', 'mixed', 'more', 'ended'] as const),
  ...(['varied', 'judged', 'levied', 'financed', ...COSTS] as const),
  ...(['consumed', 'foretold', 'raised', ...CHANGES] as const),
];
export type What = (typeof WHATS)[number] | typeof FIRST_MINIMUM;

/** What happens, how many days after the contract date, and a number from which its figures are derived. */
export type Drawn = { what: What; day: number; size: number };

/** The treatments of a modification with a variable part of the price, and whether it adds an obligation. */
const VARIED = [
  ['separate', true],
  ['prospective', true],
  ['prospective', false],
  ['catchUp', false],
  ['mixed', false],
] as const;

type Both = { fact: ContractEvent; heard: Happened | null };

/** One drawn fact in both forms; `heard` is null where the fact does not concern the oracle, because it earns nothing. */
export function bothOf(
  { what, day, size }: Drawn,
  id: string,
  scale: number,
  committed: Frame['minimum'],
): Both {
  const on = addDays(BEGIN, what === 'ended' ? Math.max(150, day) : day);
  const [money, few, signed] = [size, size / 100, size - 3000];
  const text = (amount: number) => (amount * scale).toFixed(2);
  const both = (fact: Body<ContractEvent>, heard: Body<Happened> | null): Both => ({
    fact: { id, effectiveDate: on, ...fact } as ContractEvent,
    heard: heard === null ? null : ({ id, on, ...heard } as Happened),
  });
  const outcomes = [{ amount: text(size), probability: '1' }];
  const estimate = { method: 'MOST_LIKELY', outcomes, constraint: { kind: 'NONE' } } as const;
  const change = (
    treatment: 'separate' | 'prospective' | 'catchUp' | 'mixed',
    isMore: boolean,
    term?: 'VARIABLE' | 'ROYALTY' | 'FINANCING',
  ): Both => {
    // A financed amount is paid in advance or in equal installments, and is never below zero.
    const periods = 2 + (size % 5);
    const isAhead = size % 3 === 0;
    const payments = isAhead ? [{ at: 0, amount: money * periods }] : inEqualParts(periods, money * periods);
    const kind = isAhead ? 'ADVANCE' : 'ARREARS';
    const plan = { kind, months: 1 + (size % 2), periods, rate: 0.01 * (1 + (size % 3)), payments } as const;
    const price = term === 'FINANCING' ? money * periods : isMore ? money : signed;
    const key = `added ${id}`;
    const [start, end] = [on, addDays(on, 40 + (size % 100))];
    const pattern = { kind: 'RATABLE', start, end, residual: 'CUMULATIVE' } as const;
    const addition = { key, price: text(price), ssp: text(100), distinct: true, pattern };
    return both(
      {
        kind: 'modification',
        treatment,
        decidedFor: treatment,
        reason: 'agreed',
        ...(isMore ? { additions: [addition] } : { priceChange: text(price) }),
        ...(term === 'VARIABLE' && { variable: [{ key: 'extra', ...estimate }] }),
        ...(term === 'ROYALTY' && { royalties: [{ key: 'levy', rate: '0.04' }] }),
        ...(term === 'FINANCING' && { financing: termsOf(plan, scale) }),
      },
      {
        kind: treatment,
        price,
        ...(isMore && { added: { key, ssp: 100, kind: 'DAYS', start, end } }),
        ...(term === 'VARIABLE' && { term: { key: 'extra', included: money, rate: 0 } }),
        ...(term === 'ROYALTY' && { term: { key: 'levy', included: 0, rate: 0.04 } }),
        ...(term === 'FINANCING' && { financing: scaled(plan, on, 1) }),
      },
    );
  };
  const amount = text(money);
  switch (what) {
    case 'progress': {
      const share = (size % 101) / 100;
      const key = size % 4 === 0 ? 'works' : 'project';
      return both({ kind: what, key, progress: String(share) }, { kind: 'measured', key, share });
    }
    case 'costs':
    case 'materials':
    case 'foreseen':
    case 'spent':
    case 'tested':
    case 'extended': {
      const said = ofCosts(what, { on, size }, scale);
      return both(said.told, said.heard);
    }
    case 'milestone': {
      const step = 1 + (size % 4);
      return both(
        { kind: what, key: 'steps', milestone: `s${step}` },
        { kind: 'delivered', key: 'steps', share: step / 10 },
      );
    }
    case 'units': {
      const units = 1 + (size % 200);
      return both(
        { kind: 'delivery', key: 'units', quantity: String(units) },
        { kind: 'delivered', key: 'units', share: units / UNITS },
      );
    }
    case 'point':
    case 'agency':
      return both({ kind: 'delivery', key: what }, { kind: 'delivered', key: what, share: 1 });
    case 'used':
      return both({ kind: 'usage', key: 'calls', quantity: String(size) }, { kind: 'used', units: size });
    case 'rebated': {
      const [units, expected] = [size % 50, (size % 100) / 10];
      return both(
        { kind: 'usage', key: 'rebated', quantity: String(units), expectedPrice: text(expected) },
        { kind: 'kept', units, invoiced: 10, expected },
      );
    }
    case 'consumed': {
      const used = money * 25;
      return both(
        { kind: 'usage', key: 'committed', amount: text(used) },
        { kind: what, key: 'committed', amount: used },
      );
    }
    case 'raised': {
      const raised = raisedMinimum(committed, scale, on, 0.5 + size / 8000);
      // A minimum with a single period has no later one to raise.
      if (raised === null) return bothOf({ what: 'foretold', day, size }, id, scale, committed);
      const pattern = { kind: 'USAGE', minimum: raised.terms } as const;
      return both(
        {
          kind: 'modification',
          treatment: 'prospective',
          decidedFor: 'prospective',
          reason: 'another plan',
          obligations: [{ key: 'committed', pattern }],
        },
        { kind: 'prospective', price: 0, minimum: { key: 'committed', ...raised } },
      );
    }
    case 'foretold': {
      const expected = money * 50;
      return both(
        { kind: 'useEstimate', key: 'committed', expected: text(expected), evidence: 'Use so far' },
        { kind: what, key: 'committed', amount: expected },
      );
    }
    case 'removed':
    case 'termed':
    case 'restated':
    case 'settled':
    case FIRST_MINIMUM: {
      const agreed = changedPromise(what, { day, size }, scale);
      return agreed === null ? change('mixed', false) : both(agreed.told, agreed.heard);
    }
    case 'brokered':
      return both(
        { kind: 'usage', key: 'brokered', amount: text(few) },
        { kind: what, amount: few, passes: 0.9 },
      );
    case 'sold':
      return both(
        { kind: 'royalty', key: 'sales', sales: text(few) },
        { kind: 'levied', key: 'sales', sales: few },
      );
    case 'played': {
      const heard = both(
        { kind: 'royalty', key: 'plays', sales: amount },
        { kind: 'levied', key: 'plays', sales: money },
      );
      // Earned at the later of the sale and the transfer of the license (55-65).
      return {
        ...heard,
        heard: heard.heard === null ? null : { ...heard.heard, on: on < LICENSE ? LICENSE : on },
      };
    }
    case 'repriced':
    case 'claimed': {
      const isFirst = what === 'repriced';
      return both(
        { kind: 'estimateChange', change: text(signed), ...(isFirst && { promisedBefore: true }) },
        { kind: 'repriced', change: signed, agreed: isFirst ? 'FIRST' : 'SINCE' },
      );
    }
    case 'estimated':
    case 'judged': {
      const key = what === 'estimated' ? 'bonus' : 'extra';
      return both({ kind: 'reassessment', key, ...estimate }, { kind: 'estimated', key, included: money });
    }
    case 'levied':
      return both({ kind: 'royalty', key: 'levy', sales: amount }, { kind: what, key: 'levy', sales: money });
    case 'varied': {
      const [treatment, isMore] = VARIED[size % VARIED.length] ?? (['prospective', true] as const);
      return change(treatment, isMore, size % 2 === 0 ? 'VARIABLE' : 'ROYALTY');
    }
    case 'financed': {
      const [treatment, isMore] = VARIED[size % VARIED.length] ?? (['prospective', true] as const);
      return change(treatment, isMore, 'FINANCING');
    }
    case 'redeemed': {
      const [units, of] = [1 + (size % 40), 200 + (size % 300)];
      return both(
        { kind: 'redemption', key: 'points', quantity: String(units), expectedUsed: String(of) },
        { kind: 'redeemed', key: 'points', units, of },
      );
    }
    case 'lapsed':
      return both({ kind: 'lapse', key: 'points' }, { kind: 'measured', key: 'points', share: 1 });
    case 'refundable': {
      const key = size % 3 === 0 ? 'works' : 'project';
      return both({ kind: 'refundEstimate', key, liability: amount }, { kind: what, key, liability: money });
    }
    case 'returnable': {
      const [units, expected] = ['1000', size % 1000];
      const [unitPrice, unitCost, expectedReturns] = [text(2), text(1), String(expected)];
      return both(
        { kind: 'returnsEstimate', key: 'units', units, unitPrice, unitCost, expectedReturns },
        { kind: what, key: 'units', liability: expected * 2 },
      );
    }
    case 'returned': {
      const key = ['point', 'units', 'project', 'term'][size % 4] ?? 'point';
      return both({ kind: 'return', key, amount }, { kind: what, key, amount: money });
    }
    case 'restored': {
      const quantity = String(1 + (size % 100));
      return both(
        { kind: 'return', key: 'units', amount, quantity },
        { kind: 'returned', key: 'units', amount: money },
      );
    }
    case 'conceded':
    case 'cancelled':
    case 'refunded':
    case 'invoice':
    case 'named':
    case 'corrected':
    case 'payment':
    case 'payout':
    case 'interest':
    case 'accrual': {
      const said = ofMoney(what, { id, size }, scale);
      return both(said.told, said.heard);
    }
    case 'hold':
      return both({ kind: what, key: 'term', reason: 'disputed' }, null);
    case 'release':
      return both({ kind: what, key: 'term' }, null);
    case 'answered': {
      const answers = [{ question: 'CONSUMED_AS_PERFORMED', answer: size % 2 === 0 }] as const;
      return both({ kind: 'judgement', key: 'term', answers, evidence: 'Memo' }, null);
    }
    case 'journal': {
      const [debit, credit] = [
        { account: 'COST_OF_SALES', debit: amount, credit: '0' },
        { account: 'INVENTORY', debit: '0', credit: amount },
      ] as const;
      return both({ kind: what, memo: 'counted', lines: [debit, credit] }, null);
    }
    case 'more':
      return change('prospective', true);
    case 'ended': {
      const refund = size % 2 === 0 ? money : 0;
      return both({ kind: 'termination', refund: text(refund), reason: 'agreed' }, { kind: what, refund });
    }
    case 'separate':
      return change(what, true);
    default:
      return change(what, false);
  }
}
