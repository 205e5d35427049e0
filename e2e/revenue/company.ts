import { expect } from 'vitest';
import { sql, withTenantSql } from '@/db/tenancy';
import { surfaceC } from '@/surfaces/c/surface';
import { type Door, doorFor } from '@/testing/door';
import { rejects } from '../contracts/c/conversation';
import { fingerprint } from '../support/fingerprint';
import { type Books, type Draft, MET, openBooks, PROBABLE } from './books';

const BASE = '/api/v1/revenue';

/** One request over REST, under the path of revenue. */
export type Asked = { method?: string; path: string; body: object };
/** The case, its request, and the specific reason in `details`: a revenue rule, or the code of the refusal. */
export type Case = [what: string, asked: (company: Company) => Asked, reason: string];

export const point = (key: string, ssp: string) => ({ key, ssp, pattern: { kind: 'POINT' as const } });
export const on = (effectiveDate: string) => ({ effectiveDate });

const everything: Draft = {
  contractDate: '2026-01-01',
  price: {
    fixed: '6000',
    variable: [
      { key: 'bonus', ...PROBABLE, method: 'MOST_LIKELY', outcomes: [{ amount: '100', probability: '1' }] },
    ],
    royalties: [{ key: 'sales', rate: '0.05' }],
  },
  obligations: [
    { key: 'point', ssp: '1000', pattern: { kind: 'POINT' } },
    { key: 'units', ssp: '1000', pattern: { kind: 'UNITS', quantity: '10' } },
    { key: 'project', ssp: '1000', pattern: { kind: 'PROGRESS' } },
    { key: 'steps', ssp: '1000', pattern: { kind: 'MILESTONES', milestones: [{ key: 'm1', weight: '1' }] } },
    { key: 'points', ssp: '500', pattern: { kind: 'RIGHTS', expectedUsed: '100' } },
    { key: 'hours', ssp: '0', pattern: { kind: 'USAGE', invoicedPrice: '50', expectedPrice: '40' } },
    {
      key: 'licence',
      ssp: '500',
      pattern: {
        kind: 'LICENCE',
        intellectualProperty: 'FUNCTIONAL',
        start: '2026-07-01',
        end: '2027-06-30',
        providedOn: '2026-01-01',
      },
    },
    { key: 'term', ssp: '1000', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
  ],
};

/** A company with an active contract of every pattern, a draft, a price list, a contract cost and a locked January 2025. */
export class Company {
  readonly books: Books;
  readonly door: Door;
  id = '';
  draftId = '';
  costId = '';

  constructor(books: Books) {
    this.books = books;
    this.door = doorFor(surfaceC, books.org.principals.controller);
  }

  event(body: object): Asked {
    return { path: `/contracts/${this.id}/events`, body: { event: body } };
  }

  drafted(body: object): Asked {
    const parties = { customerId: this.books.org.ids.customer, contractDate: '2026-01-01', criteria: MET };
    return { path: '/contracts', body: { ...parties, ...body } };
  }

  priced(price: object, ...obligations: object[]): Asked {
    return this.drafted({ price, obligations: obligations.length > 0 ? obligations : [point('a', '10')] });
  }

  modified(body: object): Asked {
    return {
      path: `/contracts/${this.id}/modifications`,
      body: { date: '2026-03-01', reason: 'a change', ...body },
    };
  }

  /** The request is refused with message, code, details and this reason, and no row of the company has changed. */
  async refuses({ method = 'POST', path, body }: Asked, reason: string): Promise<void> {
    const before = await fingerprint(this.books.org.organizationId);
    const sent = await this.door.send(method, `${BASE}${path}`, { body });
    const { code, details } = sent.json as { code: string; details: { rule?: string; reason?: string } };
    rejects(sent, 400, code);
    expect(details.rule ?? details.reason, sent.text).toBe(reason);
    expect(await fingerprint(this.books.org.organizationId)).toEqual(before);
  }
}

export async function openCompany(): Promise<Company> {
  const books = await openBooks();
  const company = new Company(books);
  company.id = (await books.contract(everything)).contract.id;
  const made = async (path: string, body: object) => {
    const sent = await company.door.send('POST', `${BASE}${path}`, { body });
    expect(sent.status, sent.text).toBe(201);
    return sent.json as Record<string, { id: string }>;
  };
  const draft = await made('/contracts', {
    customerId: books.org.ids.customer,
    contractDate: '2026-01-01',
    price: { fixed: '10' },
    obligations: [point('a', '10')],
  });
  company.draftId = draft.contract?.id ?? '';
  const year = { validFrom: '2026-01-01', validTo: '2026-12-31' };
  await made('/ssp', { productCode: 'SEAT', currencyCode: 'USD', ...year, ssp: '100' });
  const cost = await made('/contract-costs', {
    contractId: company.id,
    kind: 'OBTAIN',
    amount: '100',
    incurredOn: '2026-01-05',
    contractMonths: 12,
  });
  company.costId = cost.cost?.id ?? '';
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, async (tenant) => {
    for (const status of ['SOFT_CLOSED', 'CLOSED', 'LOCKED']) {
      await sql(
        tenant,
        `update fiscal_periods set period_status = $2 where organization_id = $1::uuid and end_date = '2025-01-31'`,
        [books.org.organizationId, status],
      );
    }
  });
  return company;
}
