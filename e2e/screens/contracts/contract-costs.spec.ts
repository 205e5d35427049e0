import { readFileSync } from 'node:fs';
import { books, company, login, open } from '../support/access';
import { expectAccessible, test } from '../support/axe';
import { expect } from '../support/expect';
import { today } from '../support/today';

test('a cost of a contract is recorded on its page, amortized to another end, and tested for impairment', async ({
  seat,
}) => {
  const name = `Commission ${Date.now().toString(36)}`;
  const dialog = seat.getByRole('dialog');
  await open(seat, books('revenue?search=bundle&status=ACTIVE'));
  await seat.locator('[data-row-link]').last().click();
  await seat.getByRole('button', { name: 'More for this contract' }).click();
  await seat.getByRole('menuitem', { name: 'Record a cost…' }).click();
  const record = dialog.getByRole('button', { name: 'Record', exact: true });
  await dialog.getByLabel('Description').fill(name);
  await dialog.getByLabel(/^Amount \(/).fill('2400');
  await dialog.getByLabel('Months of the contract').fill('24');
  await dialog.getByLabel(/^It would not have been incurred/).check();
  await dialog.getByLabel('It is expected to be recovered').check();
  // The evidence for the judgment is shown too.
  await expect(record).toBeDisabled();
  await dialog.getByLabel('Evidence').fill('Commission plan of the year');
  await expectAccessible(seat, 'a cost of a contract being recorded');
  await record.click();
  await expect(dialog).toHaveCount(0);
  const panel = seat.getByRole('region', { name, exact: true });
  await expect(panel).toContainText('2,400.00');

  await panel.getByRole('button', { name: 'Change the end…' }).click();
  const [end = ''] = /\d{4}-\d{2}-\d{2}/.exec(await dialog.getByLabel(/^Amortized until/).inputValue()) ?? [];
  const later = `${Number(end.slice(0, 4)) + 1}${end.slice(4, 8)}01`;
  await dialog.getByLabel(/^Amortized until/).fill(later);
  await dialog.getByLabel('Evidence').fill('The customer renewed for a year');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel).toContainText(later.slice(0, 4));

  await panel.getByRole('button', { name: 'Test for impairment…' }).click();
  await dialog.getByLabel(/^Still to be received/).fill('0');
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(seat.getByText(/^Tested for impairment\. Loss of USD [\d,]+\.\d\d\.$/)).toBeVisible();
  const carried = panel.getByRole('definition').filter({ hasText: /^USD\s*0\.00$/ });
  await expect(carried.last()).toBeVisible();
  await open(seat, books('revenue/costs'));
  await expect(seat.getByText(name).first()).toBeVisible();
});

test('a contract with more costs than fit a page has all of them judged: on further pages, with a way back, and in its export', async ({
  seat,
  request,
}) => {
  const { email, password } = login('admin');
  const signedIn = await request.post('/auth/token', { data: { grant_type: 'password', email, password } });
  const headers = {
    authorization: `Bearer ${(await signedIn.json()).access_token}`,
    'x-idp-organization-id': company.id,
  };
  const send = async (address: string, data: unknown) => {
    const answer = await request.post(`/api/v1/revenue${address}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const criteria = ['APPROVED', 'RIGHTS', 'PAYMENT_TERMS', 'SUBSTANCE', 'COLLECTION_PROBABLE'];
  const known = await (await request.get('/api/v1/revenue/contracts?status=ACTIVE', { headers })).json();
  const { contract } = await send('/contracts', {
    customerId: known.data[0].customerId,
    contractDate: today(),
    criteria: criteria.map((name) => ({ name, met: true, evidence: 'signed order form' })),
    price: { fixed: '10' },
    obligations: [{ key: 'a', ssp: '10', pattern: { kind: 'POINT' } }],
  });
  await send(`/contracts/${contract.id}/activate`, {});
  // Due in any case, so that they are expensed and post nothing.
  for (let n = 1; n <= 101; n += 1) {
    await send('/contract-costs', {
      ...{ contractId: contract.id, kind: 'OBTAIN', amount: '1', incurredOn: today(), contractMonths: 24 },
      ...{ description: `Visit ${n}`, incremental: false, evidence: n === 101 ? undefined : 'Travel policy' },
    });
  }
  await open(seat, books(`revenue/${contract.id}`));
  const panel = seat.getByRole('region', { name: 'Judgments', exact: true });
  const costs = panel.getByRole('table', { name: 'Judgments: Contract costs' });
  const [first, last] = ['Visit 1', 'Visit 101'].map((name) =>
    costs.getByRole('cell', { name, exact: true }),
  );
  await expect(costs.getByRole('row')).not.toHaveCount(0);
  await expect(panel.getByText(/questions? ha(s|ve) no answer or no evidence/)).toBeVisible();
  await panel.getByRole('button', { name: 'More judgments of costs' }).click();
  await expect(last ?? costs).toBeVisible();
  await expect(first ?? costs).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'More judgments of costs' })).toHaveCount(0);
  await expectAccessible(seat, 'further judgments of a contract');
  await panel.getByRole('button', { name: 'First judgments' }).click();
  await expect(first ?? costs).toBeVisible();

  const saved = seat.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export' }).click();
  await seat.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toContain(`judgments-${contract.contractNumber}`);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.split('\n').filter((line) => line.includes('Visit '))).toHaveLength(101);
});
