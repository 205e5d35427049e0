import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { createDocument } from '@/testing/documents';
import { ledgerRecipes } from '../support/writes/ledger';
import { projectRecipes } from '../support/writes/projects';
import { recordRecipes } from '../support/writes/records';
import { revenueRecipes } from '../support/writes/revenue';
import { openWorld, type WriteWorld } from '../support/writes/world';

const recipes = { ...ledgerRecipes, ...projectRecipes, ...recordRecipes, ...revenueRecipes };
let world: WriteWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(closeConnections);

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'it was not refused',
    (error: { cause?: { refusal?: unknown } }) => error.cause?.refusal,
  );

describe('7: a duplicate is reported in business terms, with the field to change', () => {
  test.each<[string, object, string, string, string]>([
    ['setup.transactionTypes.create', {}, 'transaction type', 'code', 'code'],
    ['setup.taxCodes.create', {}, 'tax code', 'code', 'code'],
    ['setup.currencies.create', {}, 'currency', 'code', 'code'],
    ['setup.postingRules.create', {}, 'posting rule', 'subsidiaryId', 'transaction type and subsidiary'],
    ['projects.create', {}, 'project', 'code', 'code'],
    ['projects.companies.create', {}, 'company', 'code', 'code'],
    [
      'projects.primeContracts.create',
      { contractNumber: 'PC-1' },
      'prime contract',
      'contractNumber',
      'contract number',
    ],
    [
      'projects.purchaseOrders.create',
      { orderNumber: 'PO-1' },
      'purchase order',
      'orderNumber',
      'order number',
    ],
    [
      'projects.commitments.create',
      { commitmentNumber: 'C-1' },
      'commitment',
      'commitmentNumber',
      'commitment number',
    ],
    [
      'subscriptions.create',
      { subscriptionNumber: 'S-1' },
      'subscription',
      'subscriptionNumber',
      'subscription number',
    ],
    ['priceLists.createPrice', {}, 'price', 'validFrom', 'item, minimum quantity and first day'],
    [
      'revenue.contracts.create',
      { contractNumber: 'R-1' },
      'revenue contract',
      'contractNumber',
      'contract number',
    ],
    ['revenue.templates.create', {}, 'obligation template', 'key', 'item and key'],
  ])('%s twice', async (name, more, noun, field, words) => {
    const input = { ...(await recipes[name]?.(world)), ...more };
    await world.call(name, input);
    expect(await refusalOf(world.call(name, input))).toEqual({
      code: 'DUPLICATE',
      message: `Another ${noun} already has this ${words}.`,
      data: { noun, field, value: '' },
    });
  });

  test('surface B: 409 with noun and field', async () => {
    const body = { subscriptionNumber: 'S-2' };
    await world.rest('POST', '/api/subscriptions', body);
    const sent = await world.rest('POST', '/api/subscriptions', body);
    expect([sent.status, JSON.parse(sent.text)]).toEqual([
      409,
      {
        error: 'Conflict',
        message: 'Another subscription already has this subscription number.',
        details: { noun: 'subscription', field: 'subscriptionNumber' },
      },
    ]);
  });

  test('surface C: 409 DUPLICATE with noun and field in details', async () => {
    const body = { ...(await recipes['revenue.contracts.create']?.(world)), contractNumber: 'R-2' };
    await world.rest('POST', '/api/v1/revenue/contracts', body);
    const sent = await world.rest('POST', '/api/v1/revenue/contracts', body);
    expect([sent.status, JSON.parse(sent.text)]).toMatchObject([
      409,
      { code: 'DUPLICATE', details: { noun: 'revenue contract', field: 'contractNumber' } },
    ]);
  });
});

describe('decisions, surface B, "DELETE": the records that depend on it are named', () => {
  test('a customer with transactions, an account with postings or rules, a department with people', async () => {
    await createDocument(world.org);
    const { id } = await world.call('departments.create', {});
    await world.call('employees.create', { departmentId: id });
    for (const [path, noun, by] of [
      [`customers/${world.org.ids.customer}`, 'customer', /^(business transactions|revenue contracts)$/],
      [`accounts/${world.org.account('1210')}`, 'account', /^(posting rules|business transactions)$/],
      [`departments/${id}`, 'department', /^employees$/],
    ] as const) {
      const sent = await world.rest('DELETE', `/api/${path}`);
      const { message, details } = JSON.parse(sent.text) as {
        message: string;
        details: { by: string; noun: string };
      };
      expect([sent.status, details.noun], sent.text).toEqual([409, noun]);
      expect(details.by).toMatch(by);
      expect(message).toBe(`This ${noun} is used by ${details.by}, so it cannot be deleted.`);
    }
  });
});
