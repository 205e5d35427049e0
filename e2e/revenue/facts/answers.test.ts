import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { replaceFact } from '@/usecases/revenue/events/replace-fact';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { contractJudgements } from '@/usecases/revenue/reports/show-judgements';
import { type Books, type Fact, openBooks, PROBABLE } from '../books';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
type Judgement = Extract<Fact, { kind: 'judgement' }>;
const answer = (
  answers: Judgement['answers'],
  more: Partial<Omit<Judgement, 'answers' | 'kind'>> = {},
): Judgement => ({
  kind: 'judgement',
  ...on('2026-01-10'),
  answers,
  evidence: 'Memo of the controller, section 3',
  ...more,
});
const financing = (reason?: NonNullable<Judgement['answers'][number]['reason']>) =>
  answer([{ question: 'SIGNIFICANT_FINANCING', answer: reason === undefined, ...(reason && { reason }) }]);

/** Three years of support, billed in full on the first day. */
async function prepaid(books: Books, noFinancing?: 'WITHIN_A_YEAR') {
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    price: {
      fixed: '300',
      ...(noFinancing && { noFinancing: { reason: noFinancing, evidence: 'Paid within 30 days' } }),
    },
    obligations: [
      {
        key: 'support',
        ssp: '300',
        pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2028-12-31', method: 'EVEN_PERIODS' },
      },
    ],
  });
  await books.tell(contract.id, { kind: 'invoice', ...on('2026-01-01'), amount: '300' });
  return contract;
}
const open = async (books: Books, id: string) =>
  (await runForOutput(contractJudgements, books.org.callAs('auditor'), { id, state: 'OPEN' })).rows.map(
    ({ question, about }) => [question, about],
  );
const blockers = async (books: Books) => {
  const periods = await runForOutput(listPeriods, books.org.callAs('viewer'), {});
  const january = periods.find(({ startDate }) => startDate === '2026-01-01');
  const found = await runForOutput(periodBlockers, books.org.callAs('viewer'), { id: january?.id });
  return found.filter(({ blocker }) => blocker === 'OPEN_JUDGEMENTS').map(({ message }) => message);
};
const refusedBy = (rule: string, paragraph?: string) => ({
  refusal: { code: 'REVENUE_RULE', data: { rule, ...(paragraph && { paragraph }) } },
});

describe('payment and transfer more than a year apart (606-10-32-15 to 32-18)', () => {
  it('payment and transfer more than a year apart are asked about on the contract and at the close until someone answers, with evidence, who and when (606-10-32-15)', async () => {
    const books = await openBooks();
    const { id, contractNumber } = await prepaid(books);
    expect((await books.read(id)).financingQuestion).toEqual({
      kind: 'ADVANCE',
      from: '2026-01-01',
      to: '2027-01-31',
      knownFrom: '2026-01-01',
      isContradicted: false,
    });
    expect(await open(books, id)).toContainEqual(['SIGNIFICANT_FINANCING', null]);
    expect(await blockers(books)).toEqual([
      'Payment and transfer of 1 contract are more than a year apart. Answer whether it has a significant financing component.',
    ]);
    const before = await books.journal();
    await books.tell(id, financing('OTHER_PURPOSE'));
    expect((await books.read(id)).financingQuestion).toBeNull();
    expect(await blockers(books)).toEqual([]);
    expect(await books.journal()).toEqual(before);
    const { rows } = await runForOutput(listJudgements, books.org.callAs('auditor'), { topic: 'FINANCING' });
    expect(rows).toMatchObject([
      {
        contractNumber,
        question: 'SIGNIFICANT_FINANCING',
        answer: 'None: the difference arises for reasons other than financing (32-17(c))',
        evidence: 'Memo of the controller, section 3',
        state: 'ANSWERED',
        effectiveDate: '2026-01-10',
        byName: 'revenue of the test',
      },
    ]);
    expect(rows[0]?.at).toMatch(/^\d{4}-/);
  });

  it('the practical expedient is refused for payment and transfer more than a year apart, and one claimed earlier is asked about again (606-10-32-18)', async () => {
    const books = await openBooks();
    const { id } = await prepaid(books, 'WITHIN_A_YEAR');
    expect((await books.read(id)).financingQuestion).toMatchObject({ isContradicted: true });
    await expect(books.tell(id, financing('WITHIN_A_YEAR'))).rejects.toMatchObject(
      refusedBy('FINANCING_CONTRADICTED', '606-10-32-18'),
    );
    expect((await books.read(id)).events.map(({ event }) => event.kind)).not.toContain('judgement');
    await books.tell(id, financing('OTHER_PURPOSE'));
    expect((await books.read(id)).financingQuestion).toBeNull();
  });

  it('a yes without interest, a no with it, a no without a reason, and choosing the time of a scheduled service are refused', async () => {
    const books = await openBooks();
    const { id } = await prepaid(books);
    for (const [fact, paragraph] of [
      [financing(), '606-10-32-15'],
      [answer([{ question: 'SIGNIFICANT_FINANCING', answer: false }]), '606-10-32-17'],
      [financing('CUSTOMER_CHOOSES_TIME'), '606-10-32-17(a)'],
      [financing('MOSTLY_VARIABLE'), '606-10-32-17(b)'],
    ] as const) {
      await expect(books.tell(id, fact)).rejects.toMatchObject(
        refusedBy('FINANCING_CONTRADICTED', paragraph),
      );
    }
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '121',
        financing: {
          kind: 'ARREARS',
          monthsPerPeriod: 12,
          periods: 2,
          cashPrice: '100',
          payments: [{ at: 2, amount: '121' }],
        },
      },
      obligations: [{ key: 'goods', ssp: '100', pattern: { kind: 'POINT' } }],
    });
    await expect(books.tell(contract.id, financing('OTHER_PURPOSE'))).rejects.toMatchObject(
      refusedBy('FINANCING_CONTRADICTED', '606-10-32-15'),
    );
    await books.tell(contract.id, financing());
    expect((await books.read(contract.id)).financingQuestion).toBeNull();
  });

  it('an answer that is voided is asked for again; one that is replaced is answered by what replaced it', async () => {
    const books = await openBooks();
    const { id } = await prepaid(books);
    const recorded = await books.tell(id, financing('OTHER_PURPOSE'));
    const first = recorded.events.at(-1)?.event.id;
    await runForOutput(replaceFact, books.org.callAs('revenue'), {
      id: first,
      event: { ...financing('OTHER_PURPOSE'), evidence: 'Memo of the controller, section 4' },
      reason: 'The wrong section',
    });
    expect((await books.read(id)).financingQuestion).toBeNull();
    const second = (await books.read(id)).events.find(
      ({ event }) => event.kind === 'judgement' && event.id !== first,
    );
    await runForOutput(voidFact, books.org.callAs('revenue'), {
      id: second?.event.id,
      reason: 'Not agreed with the auditor',
    });
    expect((await books.read(id)).financingQuestion).not.toBeNull();
    expect(await open(books, id)).toContainEqual(['SIGNIFICANT_FINANCING', null]);
  });
});

describe('questions about a contract in force', () => {
  const contract = (books: Books) =>
    books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '1000',
        variable: [
          {
            key: 'bonus',
            ...PROBABLE,
            method: 'MOST_LIKELY',
            outcomes: [{ amount: '80', probability: '1' }],
          },
        ],
      },
      obligations: [
        { key: 'goods', ssp: '500', pattern: { kind: 'POINT' } },
        {
          key: 'agency',
          ssp: '20',
          pattern: { kind: 'POINT' },
          capacity: 'AGENT',
          supplierShare: '50',
        },
        { key: 'term', ssp: '500', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      ],
    });

  it('when an obligation is satisfied is answered by a fact that changes no amount (606-10-25-27, 25-30)', async () => {
    const books = await openBooks();
    const { contract: made } = await contract(books);
    expect(await open(books, made.id)).toEqual(
      expect.arrayContaining([
        ['OVER_TIME', 'goods'],
        ['OVER_TIME', 'term'],
      ]),
    );
    const before = await books.read(made.id);
    const after = await books.tell(
      made.id,
      answer([{ question: 'CONSUMED_AS_PERFORMED', answer: true }], { key: 'term' }),
      answer(
        [
          { question: 'CONSUMED_AS_PERFORMED', answer: false },
          { question: 'CUSTOMER_CONTROLS_WORK', answer: false },
        ],
        { key: 'goods' },
      ),
    );
    expect(after.schedule).toEqual(before.schedule);
    expect(after.balances).toEqual(before.balances);
    expect(await open(books, made.id)).not.toEqual(expect.arrayContaining([['OVER_TIME', 'goods']]));
    for (const [key, question, rule, paragraph] of [
      ['goods', 'CONSUMED_AS_PERFORMED', 'NOT_AT_A_POINT', '606-10-25-27'],
      ['agency', 'CONTROLS_BEFORE_TRANSFER', 'CAPACITY_CONTRADICTED', '606-10-55-37'],
    ] as const) {
      await expect(books.tell(made.id, answer([{ question, answer: true }], { key }))).rejects.toMatchObject(
        refusedBy(rule, paragraph),
      );
    }
    await expect(
      books.tell(made.id, answer([{ question: 'CONSUMED_AS_PERFORMED', answer: false }], { key: 'term' })),
    ).rejects.toMatchObject(refusedBy('NOT_OVER_TIME', '606-10-25-30'));
    expect((await books.read(made.id)).events).toHaveLength(after.events.length);
  });

  it('principal or agent is answered by a fact, and answered again later, which leaves the first visible (606-10-55-37)', async () => {
    const books = await openBooks();
    const { contract: made } = await contract(books);
    expect(await open(books, made.id)).toContainEqual(['CONTROLS_BEFORE_TRANSFER', 'agency']);
    const role = (evidence: string, date: string) =>
      answer([{ question: 'CONTROLS_BEFORE_TRANSFER', answer: false }], {
        key: 'agency',
        evidence,
        ...on(date),
      });
    await books.tell(
      made.id,
      role('The supplier ships', '2026-01-10'),
      role('And bears the risk', '2026-02-10'),
    );
    const { rows } = await runForOutput(contractJudgements, books.org.callAs('auditor'), {
      id: made.id,
      topic: 'ROLE',
    });
    expect(rows.map(({ evidence, state }) => [evidence, state])).toEqual([
      ['The supplier ships', 'SUPERSEDED'],
      ['And bears the risk', 'ANSWERED'],
    ]);
  });

  it('what the price consists of is answered as it is set up, and the opposite is refused (606-10-32-5, 32-21, 32-25)', async () => {
    const books = await openBooks();
    const { contract: made } = await contract(books);
    await books.tell(
      made.id,
      answer([
        { question: 'VARIABLE_CONSIDERATION', answer: true },
        { question: 'NONCASH_CONSIDERATION', answer: false },
        { question: 'PAYABLE_TO_CUSTOMER', answer: false },
      ]),
    );
    for (const [question, given, paragraph] of [
      ['VARIABLE_CONSIDERATION', false, '606-10-32-5'],
      ['NONCASH_CONSIDERATION', true, '606-10-32-21'],
      ['PAYABLE_TO_CUSTOMER', true, '606-10-32-25'],
    ] as const) {
      await expect(books.tell(made.id, answer([{ question, answer: given }]))).rejects.toMatchObject(
        refusedBy('PRICE_CONTRADICTED', paragraph),
      );
    }
    const { rows } = await runForOutput(contractJudgements, books.org.callAs('auditor'), {
      id: made.id,
      topic: 'PRICE',
    });
    expect(rows.map(({ question, answer: given }) => [question, given])).toEqual([
      ['VARIABLE_CONSIDERATION', 'Yes'],
      ['NONCASH_CONSIDERATION', 'No'],
      ['PAYABLE_TO_CUSTOMER', 'No'],
    ]);
  });

  it('an answer to a question that does not apply, an unknown obligation and an answer without evidence are refused', async () => {
    const books = await openBooks();
    const { contract: made } = await contract(books);
    const role = [{ question: 'CONTROLS_BEFORE_TRANSFER' as const, answer: true }];
    await expect(books.tell(made.id, answer(role))).rejects.toMatchObject(refusedBy('JUDGEMENT_MISPLACED'));
    await expect(
      books.tell(made.id, answer([{ question: 'NONCASH_CONSIDERATION', answer: false }], { key: 'goods' })),
    ).rejects.toMatchObject(refusedBy('JUDGEMENT_MISPLACED'));
    await expect(books.tell(made.id, answer(role, { key: 'nothing' }))).rejects.toMatchObject(
      refusedBy('UNKNOWN_OBLIGATION'),
    );
    await expect(books.tell(made.id, answer(role, { key: 'goods', evidence: ' ' }))).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
  });
});
