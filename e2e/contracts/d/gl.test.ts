import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceB } from '@/surfaces/b/surface';
import { surfaceD } from '@/surfaces/d/surface';
import { doorFor, routeOf, type Sent } from '@/testing/door';
import { appendTestEntries } from '@/testing/ledger-entries';
import { type ExternalWorld, externalDoor, externalWorld } from '../../support/external';

type Body = Record<string, unknown>;

let world: ExternalWorld;
let send: ReturnType<typeof externalDoor>;

beforeAll(async () => {
  world = await externalWorld();
  send = externalDoor(await world.headersFor(world.companyId));
});
afterAll(closeConnections);

async function reads(operation: string, path: string) {
  const sent = await send('GET', path);
  expect(sent.status, sent.text).toBe(200);
  const schema = routeOf(surfaceD, operation).success.schema as z.ZodObject;
  expect(schema.parse(sent.json)).toEqual(sent.json);
  return sent.json as { data: Body & Body[]; total: number };
}
const says = (sent: Sent) => ({ status: sent.status, body: sent.json });
const wants = (name: string) => ({ status: 400, body: { error: `${name} is required in query parameters` } });

describe('4.6 general-ledger overview', () => {
  it('shows the company’s subsidiaries only', async () => {
    const { data } = await reads('D.gl.overview', 'gl/overview');
    expect(data.totals).toMatchObject({ entries: 1, lines: '2' });
    const subsidiaries = new Set((data.periods as Body[]).map((period) => period.subsidiary_id));
    expect([...subsidiaries]).toEqual([world.books.ids.rootSubsidiary]);
    expect(data.health).toMatchObject({ is_balanced: true });
  });
});

describe('4.6 GL transactions', () => {
  it('are the posted entries of the company’s subsidiaries, with paging', async () => {
    const list = await reads(
      'D.gl.transactions.list',
      'gl/gl-transactions?date_from=2026-11-01&date_to=2026-11-30',
    );
    expect(list).toMatchObject({ page: 1, limit: 20, total: 1 });
    expect(list.data[0]).toMatchObject({ id: world.entryId, base_total: '100.00', status: 'POSTED' });
  });

  it('are read one by one with their lines; another company’s entry is 404 like an unknown one', async () => {
    const { data } = await reads('D.gl.transactions.get', `gl/gl-transactions/${world.entryId}`);
    expect(data.lines).toMatchObject([
      { account_code: '1110', debit: '100.00', credit: '0.00' },
      { account_code: '4100', debit: '0.00', credit: '100.00' },
    ]);
    const unknown = await send('GET', `gl/gl-transactions/${newId()}`);
    expect(says(unknown)).toEqual({ status: 404, body: { error: 'No ledger entry has this ID.' } });
    expect(says(await send('GET', `gl/gl-transactions/${world.other.entryId}`))).toEqual(says(unknown));
    expect((await send('GET', 'gl/gl-transactions/42')).status).toBe(400);
  });

  it('refuse a subsidiary of another company as if it did not exist', async () => {
    const others = await send('GET', `gl/gl-transactions?subsidiary_id=${world.other.subsidiaryId}`);
    const unknown = await send('GET', `gl/gl-transactions?subsidiary_id=${newId()}`);
    expect(others.status).toBe(404);
    expect(says(others)).toEqual(says(unknown));
  });
});

describe('4.6 GL reports: trial balance', () => {
  it('has rows and totals of the company’s subsidiaries; debits equal credits', async () => {
    const { data } = await reads('D.gl.reports.trialBalance', 'gl/reports/trial-balance?as_of=2026-11-21');
    expect(data.rows).toMatchObject([
      {
        code: '1110',
        debit_balance: '100.00',
        credit_balance: '0.00',
        net_balance: '100.00',
        period_activity: '100.00',
      },
      { code: '4100', debit_balance: '0.00', credit_balance: '100.00', ytd_activity: '100.00' },
    ]);
    expect(data.totals).toEqual({ total_debits: '100.00', total_credits: '100.00', difference: '0.00' });
  });

  it('requires either a date or a period, and refuses a period of another company', async () => {
    expect(says(await send('GET', 'gl/reports/trial-balance'))).toEqual(wants('as_of or period_id'));
    const both = await send('GET', `gl/reports/trial-balance?as_of=2026-11-21&period_id=${newId()}`);
    expect(both.status).toBe(400);
    const bad = await send('GET', 'gl/reports/trial-balance?as_of=yesterday');
    expect(says(bad)).toEqual({ status: 400, body: { error: 'as_of must be a date such as 2026-11-21' } });
    const period = await send('GET', `gl/reports/trial-balance?period_id=${world.other.periodId}`);
    expect(period.status).toBe(404);
  });
});

describe('4.6 GL reports: account activity', () => {
  const path = () => `gl/reports/account-activity?account_id=${world.books.account('1110')}`;

  it('has opening balance, lines with running balance, closing balance', async () => {
    const report = await reads(
      'D.gl.reports.accountActivity',
      `${path()}&date_from=2026-11-01&date_to=2026-11-30`,
    );
    expect(report.total).toBe(1);
    expect(report.data).toMatchObject({
      account: { code: '1110' },
      opening_balance: '0.00',
      closing_balance: '100.00',
      lines: [{ debit: '100.00', running_balance: '100.00', gl_transaction_id: world.entryId }],
    });
  });

  it('names each missing parameter; an unknown account is 404; a range that ends before it begins is 400', async () => {
    expect(says(await send('GET', 'gl/reports/account-activity'))).toEqual(wants('account_id'));
    expect(says(await send('GET', path()))).toEqual(wants('date_from'));
    expect(says(await send('GET', `${path()}&date_from=2026-11-01`))).toEqual(wants('date_to'));
    const range = 'date_from=2026-11-01&date_to=2026-11-30';
    const unknown = await send('GET', `gl/reports/account-activity?account_id=${newId()}&${range}`);
    expect(says(unknown)).toEqual({ status: 404, body: { error: 'No account has this ID.' } });
    const backwards = await send('GET', `${path()}&date_from=2026-11-30&date_to=2026-11-01`);
    expect(says(backwards)).toEqual({
      status: 400,
      body: { error: 'date_to must not be before the first day' },
    });
  });
});

describe('decisions, surface D, "Paths": dimensions and subsidiary', () => {
  const dimensions = ['class_id', 'department_id', 'location_id'] as const;
  const values: Record<(typeof dimensions)[number], string> = {
    class_id: '',
    department_id: '',
    location_id: '',
  };
  let own: ExternalWorld;
  let ask: ReturnType<typeof externalDoor>;

  beforeAll(async () => {
    own = await externalWorld();
    ask = externalDoor(await own.headersFor(own.companyId));
    const books = doorFor(surfaceB, own.books.principals.admin);
    const made = async (name: string) =>
      String(((await books.send('POST', `/api/${name}`, { body: {} })).json as Body).id);
    values.class_id = await made('classes');
    values.department_id = await made('departments');
    values.location_id = await made('locations');
    const tagged = (amount: string, tag: object) => [
      { code: '6100', debit: amount, ...tag },
      { code: '1110', credit: amount },
    ];
    await appendTestEntries(own.books, [
      { date: '2026-11-03', lines: tagged('1', { classId: values.class_id }) },
      { date: '2026-11-03', lines: tagged('20', { departmentId: values.department_id }) },
      { date: '2026-11-03', lines: tagged('300', { locationId: values.location_id }) },
      {
        date: '2026-11-03',
        lines: tagged('4000', { classId: values.class_id, departmentId: values.department_id }),
      },
    ]);
  });
  const balance = async (query: string) => {
    const sent = await ask('GET', `gl/reports/trial-balance?as_of=2026-11-21&${query}`);
    expect(sent.status, sent.text).toBe(200);
    const { rows } = (sent.json as { data: { rows: Body[] } }).data;
    return rows.map(({ code, debit_balance: debit }) => [code, debit]);
  };

  it.each([
    ['class_id', '4001.00'],
    ['department_id', '4020.00'],
    ['location_id', '300.00'],
  ] as const)('the trial balance by %s counts only the lines that carry it', async (name, amount) => {
    expect(await balance(`${name}=${values[name]}`)).toEqual([['6100', amount]]);
    expect(await balance(`${name}=${newId()}`)).toEqual([]);
  });

  it('several dimensions can be combined, and a subsidiary of the company may be named', async () => {
    const both = `class_id=${values.class_id}&department_id=${values.department_id}`;
    expect(await balance(both)).toEqual([['6100', '4000.00']]);
    const named = `subsidiary_id=${own.books.ids.rootSubsidiary}`;
    expect(await balance(`${both}&${named}`)).toEqual([['6100', '4000.00']]);
    const others = await ask(
      'GET',
      `gl/reports/trial-balance?as_of=2026-11-21&subsidiary_id=${own.other.subsidiaryId}`,
    );
    expect(others.status).toBe(404);
  });

  it.each(dimensions)('account activity by %s counts only the lines that carry it', async (name) => {
    const path = `gl/reports/account-activity?account_id=${own.books.account('6100')}&date_from=2026-11-01&date_to=2026-11-30`;
    const sent = await ask('GET', `${path}&${name}=${values[name]}`);
    const { data } = sent.json as { data: { lines: Body[]; closing_balance: string } };
    expect(data.lines.every((line) => line[name] === values[name])).toBe(true);
    expect(data.lines).toHaveLength({ class_id: 2, department_id: 2, location_id: 1 }[name]);
    expect((await ask('GET', `${path}&${name}=nonsense`)).status).toBe(400);
  });

  it('the trial balance of a period is that of its last day', async () => {
    const overview = await ask('GET', 'gl/overview');
    const periods = (overview.json as { data: { periods: Body[] } }).data.periods;
    const november = periods.find((period) => period.label === '2026-11');
    const sent = await ask('GET', `gl/reports/trial-balance?period_id=${november?.id}`);
    const byDay = await ask('GET', 'gl/reports/trial-balance?as_of=2026-11-30');
    const { rows } = (sent.json as { data: { rows: Body[] } }).data;
    expect(sent.json).toMatchObject({ data: { as_of: '2026-11-30', period_label: '2026-11' } });
    expect(rows).toEqual((byDay.json as { data: { rows: Body[] } }).data.rows);
  });
});

describe('7.4 other answers', () => {
  it('an unknown path is 404 {error}', async () => {
    const sent = await send('GET', 'nothing');
    expect([sent.status, Object.keys(sent.json as Body)]).toEqual([404, ['error']]);
  });
});
