import { expect } from 'vitest';
import { surfaceC } from '@/surfaces/c/surface';
import { type Door, doorFor } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { MET } from '../../revenue/books';

// biome-ignore lint/suspicious/noExplicitAny: a client reads untyped JSON.
export type Read = any;

/** Revenue contracts as a client of REST records them. */
export interface RestClient {
  readonly org: TestOrganization;
  /** Any endpoint; the path is the one after /api/v1. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Read }>;
  /** Drafts and activates a contract; its ID. */
  contract(terms: object): Promise<string>;
  /** Records facts in order; returns the contract after the last one. */
  tell(id: string, ...events: object[]): Promise<Read>;
  /** The rule by which a fact is refused with 400. */
  refused(id: string, event: object): Promise<string>;
  modify(id: string, change: object): Promise<Read>;
  /** Runs and posts these periods, whatever the day. */
  run(...periods: string[]): Promise<void>;
  read(id: string): Promise<Read>;
  /** What each month of the contract earns, planned and posted, without months that earn nothing. */
  months(id: string): Promise<Record<string, string>>;
  /** Balances at the end of a day by account code, debits above zero, without those that are zero. */
  accounts(asOf: string, ...codes: string[]): Promise<Record<string, string>>;
}

/** Opens a new organization's books to a client of REST. */
export async function openRestClient(): Promise<RestClient> {
  const org = await foundTestOrganization({ today: '2026-12-31' });
  const door: Door = doorFor(surfaceC, org.principals.controller);
  const client: RestClient = {
    org,
    async call(method, path, body) {
      const sent = await door.send(method, `/api/v1${path}`, body === undefined ? {} : { body });
      return { status: sent.status, body: sent.json };
    },
    async contract(terms) {
      const made = await client.call('POST', '/revenue/contracts', {
        customerId: org.ids.customer,
        contractDate: '2026-01-01',
        criteria: MET,
        ...terms,
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const { id } = made.body.contract;
      const active = await client.call('POST', `/revenue/contracts/${id}/activate`, {});
      expect(active.status, JSON.stringify(active.body)).toBe(200);
      return id;
    },
    async tell(id, ...events) {
      for (const event of events) {
        const sent = await client.call('POST', `/revenue/contracts/${id}/events`, { event });
        expect(sent.status, JSON.stringify(sent.body)).toBe(201);
      }
      return client.read(id);
    },
    async refused(id, event) {
      const sent = await client.call('POST', `/revenue/contracts/${id}/events`, { event });
      expect(sent.status, JSON.stringify(sent.body)).toBe(400);
      return sent.body.details.rule;
    },
    async modify(id, change) {
      const sent = await client.call('POST', `/revenue/contracts/${id}/modifications`, {
        reason: 'As agreed with the customer',
        ...change,
      });
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
      return sent.body;
    },
    async run(...periods) {
      for (const period of periods) {
        const run = await client.call('POST', '/revenue/runs', { period, confirm: ['AHEAD_OF_MONTH'] });
        expect(run.status, JSON.stringify(run.body)).toBe(201);
        const posted = await client.call('POST', `/revenue/runs/${run.body.id}/post`, {});
        expect(posted.status, JSON.stringify(posted.body)).toBe(200);
      }
    },
    read: async (id) => (await client.call('GET', `/revenue/contracts/${id}`)).body,
    async months(id) {
      const cents = new Map<string, bigint>();
      for (const { period, amount } of (await client.read(id)).schedule as {
        period: string;
        amount: string;
      }[])
        cents.set(period, (cents.get(period) ?? 0n) + centsOf(amount));
      return Object.fromEntries(
        [...cents].filter(([, own]) => own !== 0n).map(([period, own]) => [period, inUnits(own)]),
      );
    },
    async accounts(asOf, ...codes) {
      const { status, body } = await client.call('GET', `/reports/trial-balance?asOf=${asOf}`);
      expect(status, JSON.stringify(body)).toBe(200);
      const rows = body.rows as { code: string; debitBalance: string; creditBalance: string }[];
      return Object.fromEntries(
        rows
          .filter(({ code }) => codes.includes(code))
          .map(({ code, debitBalance, creditBalance }) => [
            code,
            inUnits(centsOf(debitBalance) - centsOf(creditBalance)),
          ])
          .filter(([, amount]) => amount !== '0.00'),
      );
    },
  };
  return client;
}

const centsOf = (amount: string) => BigInt(amount.replace('.', ''));

/** Cents as an amount with two decimals. */
function inUnits(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
