import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { runForOutput } from '@/usecases/kit/run';
import type { JudgementRow } from '@/usecases/revenue/reports/judgement-shape';
import { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { contractJudgements } from '@/usecases/revenue/reports/show-judgements';
import { fingerprint } from '../../support/fingerprint';
import { momentBetween } from '../../support/moment';
import { MET, PROBABLE } from '../books';
import { type Case, type Company, on, openCompany, point } from '../company';
import { DISCOUNTED_TOGETHER, RELATES, yes } from './judged';

type Judged = (typeof DISCOUNTED_TOGETHER)[number];

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(closeConnections);

const [soldAlone, soldTogether, sameDiscount] = DISCOUNTED_TOGETHER as [Judged, Judged, Judged];
const never = { met: false, evidence: 'never sold so' };
const directed = (criteria?: typeof DISCOUNTED_TOGETHER) => ({
  price: { fixed: '100' },
  obligations: [point('A', '40'), point('B', '55'), point('C', '45')],
  discounts: [{ amount: '40', to: ['B', 'C'], ...(criteria && { criteria }) }],
});
const bonus = (more: object) => ({
  fixed: '10',
  variable: [
    {
      key: 'bonus',
      ...PROBABLE,
      method: 'MOST_LIKELY',
      outcomes: [{ amount: '5', probability: '1' }],
      ...more,
    },
  ],
});
const year = { key: 'a', ssp: '10', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } };

const CONTRADICTED: Case[] = [
  [
    'a discount directed although it is not the one of the bundle (32-37(c))',
    (c) => c.drafted(directed([soldAlone, soldTogether, { ...sameDiscount, ...never }])),
    'ALLOCATION_CONTRADICTED',
  ],
  [
    'a discount with an answer that says nothing',
    (c) => c.drafted(directed([{ ...soldAlone, evidence: ' … ' }])),
    'JUDGEMENT_UNPROVED',
  ],
  [
    'a discount of which a criterion is met and not met',
    (c) => c.drafted(directed([soldAlone, { ...soldAlone, ...never }])),
    'JUDGEMENT_CONTRADICTED',
  ],
  [
    'a variable amount to one obligation that it does not relate to (32-40(a))',
    (c) => c.priced(bonus({ to: ['a'], criteria: [{ ...RELATES[0], ...never }] })),
    'ALLOCATION_CONTRADICTED',
  ],
  [
    'a variable amount to all obligations that meets both criteria for one (32-40)',
    (c) => c.priced(bonus({ criteria: RELATES })),
    'ALLOCATION_CONTRADICTED',
  ],
  [
    'a modification with a variable amount that meets no criterion',
    (c) =>
      c.modified({
        variable: bonus({ key: 'later', to: ['point'], criteria: [{ ...RELATES[1], ...never }] }).variable,
        answers: { priceAtSsp: false },
      }),
    'ALLOCATION_CONTRADICTED',
  ],
  [
    'a modification that allocates a variable amount without judging it',
    (c) =>
      c.modified({
        variable: bonus({ key: 'later', to: ['point'] }).variable,
        answers: { priceAtSsp: false },
      }),
    'JUDGEMENT_OPEN',
  ],
  [
    'an obligation whose question is answered both ways',
    (c) =>
      c.priced(
        { fixed: '10' },
        {
          ...year,
          answers: [yes('SERIES', 'alike'), { question: 'SERIES', answer: false, evidence: 'each another' }],
        },
      ),
    'JUDGEMENT_CONTRADICTED',
  ],
  [
    'no financing because the customer chooses the time, of a year that is agreed (32-17(a))',
    (c) =>
      c.priced(
        { fixed: '10', noFinancing: { reason: 'CUSTOMER_CHOOSES_TIME', evidence: 'as it likes' } },
        year,
      ),
    'FINANCING_CONTRADICTED',
  ],
  [
    'no financing because most of the price varies, of a fixed price (32-17(b))',
    (c) => c.priced({ fixed: '10', noFinancing: { reason: 'MOSTLY_VARIABLE', evidence: 'it varies' } }, year),
    'FINANCING_CONTRADICTED',
  ],
  [
    'a commission called incremental that is due without the contract (340-40-25-3)',
    (c) => ({
      path: '/contract-costs',
      body: {
        contractId: c.id,
        kind: 'OBTAIN',
        amount: '100',
        incurredOn: '2026-01-05',
        contractMonths: 12,
        incremental: true,
        chargeableRegardless: true,
      },
    }),
    'JUDGEMENT_CONTRADICTED',
  ],
];

describe('judgments that contradict each other or the terms', () => {
  test.each(CONTRADICTED)('%s are refused and nothing changes', async (_what, asked, reason) => {
    await company.refuses(asked(company), reason);
  });

  test('a contract comes into force only with the criteria of every directed amount judged', async () => {
    const { org } = company.books;
    const sent = await company.door.send('POST', '/api/v1/revenue/contracts', {
      body: { customerId: org.ids.customer, contractDate: '2026-01-01', criteria: MET, ...directed() },
    });
    const { contract } = sent.json as { contract: { id: string } };
    await company.refuses({ path: `/contracts/${contract.id}/activate`, body: {} }, 'JUDGEMENT_OPEN');
    const path = `/api/v1/revenue/contracts/${contract.id}`;
    const { discounts } = directed(DISCOUNTED_TOGETHER);
    expect((await company.door.send('PUT', path, { body: { discounts } })).status).toBe(200);
    expect((await company.door.send('POST', `${path}/activate`, { body: {} })).status).toBe(200);
  });
});

type Page = { rows: JudgementRow[]; open: number; nextCursor: string | null };
const read = async (path: string) => {
  const auditor = doorFor(surfaceC, company.books.org.principals.auditor);
  const sent = await auditor.send('GET', `/api/v1/revenue${path}`);
  expect(sent.status, sent.text).toBe(200);
  return sent.json as Page;
};

describe('an auditor reads the judgments', () => {
  test('of one contract in one place: question, paragraph, answer, evidence, who and when, also those of facts and costs', async () => {
    const { org } = company.books;
    const made = await company.books.contract({
      ...directed(DISCOUNTED_TOGETHER),
      name: 'Judged',
      contractDate: '2026-02-01',
    });
    const { id } = made.contract;
    await company.books.tell(id, {
      kind: 'estimateChange',
      ...on('2026-03-01'),
      change: '5',
      evidence: 'the rebate lapsed',
    });
    await company.door.send('POST', '/api/v1/revenue/contract-costs', {
      body: {
        contractId: id,
        kind: 'OBTAIN',
        amount: '120',
        incurredOn: '2026-02-01',
        contractMonths: 24,
        description: 'Commission',
        evidence: 'commission plan, section 2',
      },
    });
    const { rows, open } = await read(`/contracts/${id}/judgments`);
    const by = { byName: org.principals.revenue.actor.name };
    expect(rows.find(({ question }) => question === 'SAME_DISCOUNT')).toMatchObject({
      topic: 'DISCOUNT',
      about: '40.00 to B, C',
      asks: 'That discount is substantially the same as the one in this contract',
      paragraph: '606-10-32-37(c)',
      answer: 'Yes',
      evidence: 'the list price of the bundle',
      state: 'ANSWERED',
      effectiveDate: '2026-02-01',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      ...by,
    });
    expect(rows.find(({ question }) => question === 'PRICE_CHANGE')).toMatchObject({
      answer: '5.00',
      evidence: 'the rebate lapsed',
      ...by,
    });
    expect(rows.find(({ topic }) => topic === 'COST')).toMatchObject({
      about: 'Commission',
      answer: 'Capitalized: incremental cost of obtaining the contract (340-40-25-1)',
      evidence: 'commission plan, section 2',
      byName: org.principals.controller.actor.name,
    });
    // Three standalone prices without evidence, and three obligations whose timing no one judged.
    expect(open).toBe(6);
    expect(rows.filter(({ state }) => state === 'OPEN').map(({ topic }) => topic)).toEqual([
      ...['TRANSFER', 'STANDALONE_PRICE', 'TRANSFER', 'STANDALONE_PRICE', 'TRANSFER', 'STANDALONE_PRICE'],
    ]);
  });

  test('as they were known at an earlier time', async () => {
    const made = await company.books.contract({
      ...directed(DISCOUNTED_TOGETHER),
      contractDate: '2026-02-02',
    });
    const { id } = made.contract;
    const before = await momentBetween();
    await company.books.tell(id, { kind: 'estimateChange', ...on('2026-03-01'), change: '5' });
    const now = await read(`/contracts/${id}/judgments?topic=ESTIMATE`);
    const then = await read(`/contracts/${id}/judgments?topic=ESTIMATE&knownAsOf=${before}`);
    expect([now.rows.length, then.rows.length]).toEqual([1, 0]);
  });

  test('across contracts by topic and state, page by page, each once, and as a table', async () => {
    const criteria = DISCOUNTED_TOGETHER;
    for (const day of ['2026-04-01', '2026-04-02', '2026-04-03']) {
      await company.books.contract({ ...directed(criteria), contractDate: day });
    }
    const { rows, nextCursor } = await read('/judgments?topic=DISCOUNT&state=ANSWERED&dateFrom=2026-04-01');
    expect(rows).toHaveLength(9);
    expect(nextCursor).toBeNull();
    expect(rows[0]?.effectiveDate).toBe('2026-04-03');
    const auditor = doorFor(surfaceC, company.books.org.principals.auditor);
    const csv = await auditor.send(
      'GET',
      '/api/v1/revenue/judgments?topic=DISCOUNT&dateFrom=2026-04-01&format=csv',
    );
    expect(csv.text.split('\r\n').filter((line) => line.includes('32-37'))).toHaveLength(9);
    expect(csv.text).toContain('contractNumber,contractName,contractId,contractStatus,topic,about,question');
  });

  test('a page without costs ends with a complete contract and the next page begins after it, with more contracts than are read at a time', async () => {
    const { org } = company.books;
    for (let index = 0; index < 105; index += 1) {
      await company.door.send('POST', '/api/v1/revenue/contracts', {
        body: {
          name: 'Many',
          contractDate: '2025-06-01',
          price: { fixed: '1' },
          obligations: [point('a', '1')],
        },
      });
    }
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await runForOutput(listJudgements, org.callAs('auditor'), {
        search: 'Many',
        topic: 'TRANSFER',
        limit: 1,
        ...(before === undefined ? {} : { before }),
      });
      seen.push(...page.rows.map(({ contractId }) => contractId));
      before = page.nextCursor ?? undefined;
    } while (before !== undefined);
    expect(seen).toHaveLength(105);
    expect(new Set(seen).size).toBe(105);
  });

  test('no one else does: without revenue.read, from another organization, or with a made-up cursor or filter', async () => {
    const { org } = company.books;
    const print = await fingerprint(org.organizationId);
    await expect(
      runForOutput(contractJudgements, org.callAs('sales'), { id: company.id }),
    ).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    const other = await openCompany();
    await expect(
      runForOutput(contractJudgements, other.books.org.callAs('auditor'), { id: company.id }),
    ).rejects.toMatchObject({ refusal: { code: 'NOT_FOUND' } });
    for (const query of ['before=nonsense', 'topic=FEELINGS', 'knownAsOf=yesterday', 'colour=red']) {
      expect((await company.door.send('GET', `/api/v1/revenue/judgments?${query}`)).status, query).toBe(400);
    }
    expect(await fingerprint(org.organizationId)).toEqual(print);
  });
});
