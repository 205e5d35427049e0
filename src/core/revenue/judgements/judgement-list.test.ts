import { describe, expect, it } from 'vitest';
import { judgeAllocation, judgeNoFinancing } from '../allocation/allocation-criteria';
import { capitalise } from '../contract-costs';
import type { ContractEvent } from '../contracts/events';
import type { JudgedTerms } from './judged-terms';
import { type JudgedContract, judgementsOfContract } from './judgement-list';
import { judgePromise } from './judgements';

const met = (criterion: string) => ({ criterion, met: true, evidence: 'sold so all year' });
const unmet = (criterion: string) => ({ criterion, met: false, evidence: 'never sold alone' });
const VARIABLE = ['RELATES_SPECIFICALLY', 'MEETS_OBJECTIVE'];
const DISCOUNT = ['SOLD_STANDALONE', 'BUNDLE_SOLD_AT_DISCOUNT', 'SAME_DISCOUNT'];
const rule = (outcome: { ok: boolean }) =>
  outcome.ok ? null : (outcome as unknown as { refusal: { data: { rule: string } } }).refusal.data.rule;

describe('where an amount belongs follows from the criteria judged for it', () => {
  const judge = (
    kind: 'DISCOUNT' | 'VARIABLE',
    isDirected: boolean,
    criteria: { criterion: string; met: boolean; evidence: string }[],
    demand = false,
  ) => rule(judgeAllocation(kind, { name: 'It', isDirected, criteria }, demand));

  it('606-10-32-37: a discount is directed only with all three criteria met', () => {
    expect(judge('DISCOUNT', true, DISCOUNT.map(met), true)).toBeNull();
    expect(judge('DISCOUNT', true, [unmet('SAME_DISCOUNT')])).toBe('ALLOCATION_CONTRADICTED');
    expect(judge('DISCOUNT', true, [met('SOLD_STANDALONE')])).toBeNull();
    expect(judge('DISCOUNT', true, [met('SOLD_STANDALONE')], true)).toBe('JUDGEMENT_OPEN');
  });

  it('606-10-32-40: a variable amount that meets both criteria is allocated to what it relates to, any other is not', () => {
    expect(judge('VARIABLE', true, VARIABLE.map(met), true)).toBeNull();
    expect(judge('VARIABLE', true, [met('MEETS_OBJECTIVE'), unmet('RELATES_SPECIFICALLY')])).toBe(
      'ALLOCATION_CONTRADICTED',
    );
    expect(judge('VARIABLE', false, VARIABLE.map(met))).toBe('ALLOCATION_CONTRADICTED');
    expect(
      judge('VARIABLE', false, [met('RELATES_SPECIFICALLY'), unmet('MEETS_OBJECTIVE')], true),
    ).toBeNull();
    expect(judge('VARIABLE', false, [], true)).toBeNull();
    expect(judge('VARIABLE', true, [], true)).toBe('JUDGEMENT_OPEN');
  });

  it('an answer without words, and a question answered both ways, are refused for every kind of judgment', () => {
    const both = [met('MEETS_OBJECTIVE'), unmet('MEETS_OBJECTIVE')];
    expect(judge('VARIABLE', true, both)).toBe('JUDGEMENT_CONTRADICTED');
    expect(judge('VARIABLE', true, [{ ...met('MEETS_OBJECTIVE'), evidence: ' … ' }])).toBe(
      'JUDGEMENT_UNPROVED',
    );
    const answers = [
      { question: 'SERIES' as const, answer: true, evidence: 'the same every day' },
      { question: 'SERIES' as const, answer: false, evidence: 'another each day' },
    ];
    const promise = { key: 'a', nature: 'SERVICE' as const, capacity: 'PRINCIPAL' as const, timing: null };
    expect(rule(judgePromise({ ...promise, answers }))).toBe('JUDGEMENT_CONTRADICTED');
    const parts = [{ name: 'part', answers }];
    expect(rule(judgePromise({ ...promise, answers: [], parts }))).toBe('JUDGEMENT_CONTRADICTED');
  });

  it('606-10-32-17: a reason for no financing component that the terms contradict is refused', () => {
    const judged = (reason: 'CUSTOMER_CHOOSES_TIME' | 'MOSTLY_VARIABLE', terms: [boolean, boolean]) =>
      rule(judgeNoFinancing({ reason, hasVariable: terms[0], isScheduled: terms[1] }));
    expect(judged('CUSTOMER_CHOOSES_TIME', [true, true])).toBe('FINANCING_CONTRADICTED');
    expect(judged('CUSTOMER_CHOOSES_TIME', [false, false])).toBeNull();
    expect(judged('MOSTLY_VARIABLE', [false, false])).toBe('FINANCING_CONTRADICTED');
    expect(judged('MOSTLY_VARIABLE', [true, true])).toBeNull();
  });

  it('340-40-25-3: a cost chargeable whether or not the contract is obtained is not incremental', () => {
    const cost = { key: 'fee', amount: '10', recoverable: true, kind: 'OBTAIN' as const };
    const judged = (incremental: boolean) =>
      rule(
        capitalise({ currencyCode: 'USD', costs: [{ ...cost, incremental, chargeableRegardless: true }] }),
      );
    expect(judged(true)).toBe('JUDGEMENT_CONTRADICTED');
    expect(judged(false)).toBeNull();
  });
});

const terms: JudgedTerms = {
  price: {
    variable: [
      {
        key: 'bonus',
        method: 'MOST_LIKELY',
        outcomes: [{ amount: '100', probability: '1' }],
        constraint: { kind: 'NONE' },
        evidence: 'paid ten times',
        to: ['work'],
        criteria: [met('RELATES_SPECIFICALLY')],
      },
    ],
    noFinancing: { reason: 'WITHIN_A_YEAR', evidence: 'paid within 30 days' },
  },
  obligations: [
    {
      key: 'work',
      nature: 'SERVICE',
      capacity: 'AGENT',
      pattern: { kind: 'PROGRESS' },
      ssp: '100',
      answers: [{ question: 'CUSTOMER_CONTROLS_WORK', answer: true, evidence: 'on its own land' }],
    },
    {
      key: 'seat',
      nature: 'SERVICE',
      capacity: 'PRINCIPAL',
      pattern: { kind: 'RATABLE' },
      productCode: 'SEAT',
    },
  ],
  discounts: [{ amount: '10', to: ['work'] }],
};
const reported = (id: string, effectiveDate: string, body: object) =>
  ({ id, effectiveDate, ...body }) as ContractEvent;
const estimate = (id: string, day: string, amount: string, evidence?: string) =>
  reported(id, day, {
    kind: 'reassessment',
    key: 'bonus',
    method: 'MOST_LIKELY',
    outcomes: [{ amount, probability: '1' }],
    constraint: { kind: 'NONE' },
    ...(evidence && { evidence }),
  });
const contract: JudgedContract = {
  currencyCode: 'USD',
  contractDate: '2026-01-01',
  terms,
  criteria: [{ name: 'APPROVED', met: true, evidence: 'signed' }],
  events: [
    reported('c', '2026-01-01', { kind: 'created' }),
    reported('a', '2026-01-01', { kind: 'activated' }),
  ],
};
const short = (judged: JudgedContract) =>
  judgementsOfContract(judged).map(({ topic, about, question, answer, state }) =>
    [state, topic, about, question, answer].join(' | '),
  );

describe('the judgments of a contract', () => {
  it('are listed with the questions its terms raise and no one answered', () => {
    expect(short(contract)).toEqual([
      'ANSWERED | EXISTENCE |  | APPROVED | Yes',
      'ANSWERED | TRANSFER | work | CUSTOMER_CONTROLS_WORK | Yes',
      'OPEN | ROLE | work | CONTROLS_BEFORE_TRANSFER | ',
      'OPEN | STANDALONE_PRICE | work | STANDALONE_PRICE | 100.00',
      'OPEN | TRANSFER | seat | OVER_TIME | ',
      'ANSWERED | STANDALONE_PRICE | seat | STANDALONE_PRICE | The price list on the contract date, product SEAT',
      'ANSWERED | ESTIMATE | bonus | VARIABLE_AMOUNT | Most likely amount of 100.00 with probability 1; all of it included',
      'OPEN | DISCOUNT | 10.00 to work | SOLD_STANDALONE | ',
      'OPEN | DISCOUNT | 10.00 to work | BUNDLE_SOLD_AT_DISCOUNT | ',
      'OPEN | DISCOUNT | 10.00 to work | SAME_DISCOUNT | ',
      'ANSWERED | ALLOCATION | bonus to work | RELATES_SPECIFICALLY | Yes',
      'OPEN | ALLOCATION | bonus to work | MEETS_OBJECTIVE | ',
      'ANSWERED | FINANCING |  | SIGNIFICANT_FINANCING | None: one year or less between transfer and payment (practical expedient, 32-18)',
    ]);
  });

  it('of an estimate the one with the latest date stands, whatever the order in which they were recorded, and a voided one has no effect', () => {
    const events = [
      ...contract.events,
      estimate('late', '2026-05-01', '40', 'the May review'),
      estimate('early', '2026-03-01', '70', 'the March review'),
    ];
    const states = (list: ContractEvent[]) =>
      judgementsOfContract({ ...contract, events: list })
        .filter(({ question }) => question === 'VARIABLE_AMOUNT')
        .map(({ eventId, state }) => `${eventId} ${state}`);
    expect(states(events)).toEqual(['a SUPERSEDED', 'late ANSWERED', 'early SUPERSEDED']);
    const voided = reported('v', '2026-05-01', { kind: 'voided', of: 'late', reason: 'typed wrong' });
    expect(states([...events, voided])).toEqual(['a SUPERSEDED', 'late VOIDED', 'early ANSWERED']);
  });

  it('include every fact in which something was judged, with its evidence or as open', () => {
    const facts = [
      reported('1', '2026-02-01', {
        kind: 'returnsEstimate',
        key: 'work',
        units: '10',
        expectedReturns: '1',
      }),
      reported('2', '2026-02-02', {
        kind: 'refundEstimate',
        key: 'work',
        liability: '5',
        evidence: 'two claims',
      }),
      reported('3', '2026-02-03', { kind: 'costs', key: 'work', costToDate: '1', totalCost: '4' }),
      reported('4', '2026-02-04', { kind: 'redemption', key: 'work', quantity: '1', expectedUsed: '9' }),
      reported('5', '2026-02-05', {
        kind: 'estimateChange',
        change: '-3',
        evidence: 'the rebate was agreed',
      }),
      reported('6', '2026-02-06', {
        kind: 'delivery',
        key: 'work',
        billAndHold: [{ criterion: 'READY', met: true, evidence: 'packed' }],
      }),
      reported('7', '2026-02-07', { kind: 'payment', amount: '5', evidence: 'the bank statement' }),
      reported('8', '2026-02-08', {
        kind: 'modification',
        treatment: 'catchUp',
        decidedFor: 'prospective',
        reason: 'one integrated project',
        answers: { priceAtSsp: false, remainingDistinct: 'NONE' },
      }),
    ];
    const lines = judgementsOfContract({ ...contract, terms: null, criteria: [], events: facts });
    expect(lines.map(({ eventId, state, question }) => `${eventId} ${state} ${question}`)).toEqual([
      '1 OPEN EXPECTED_RETURNS',
      '2 ANSWERED REFUND_LIABILITY',
      '3 OPEN TOTAL_COST',
      '4 OPEN EXPECTED_USE',
      '5 ANSWERED PRICE_CHANGE',
      '6 ANSWERED READY',
      '8 ANSWERED TREATMENT',
      '8 ANSWERED PRICE_AT_SSP',
      '8 ANSWERED REMAINING_DISTINCT',
    ]);
    expect(lines.find(({ question }) => question === 'TREATMENT')).toMatchObject({
      answer: expect.stringContaining('the facts known then required: Prospectively'),
      evidence: 'one integrated project',
    });
  });
});
