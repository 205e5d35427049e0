import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { applyModification } from '@/usecases/revenue/contracts/modifications/apply-modification';
import { previewModification } from '@/usecases/revenue/contracts/modifications/preview-modification';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { EXAMPLES } from '@/usecases/revenue/setup/example-records';
import { listExamples, loadExample } from '@/usecases/revenue/setup/load-example';
import { type Books, openBooks } from '../books';

afterAll(closeConnections);

async function demoBooks(): Promise<Books> {
  const books = await openBooks('2026-06-10');
  const { organizationId } = books.org;
  await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    await client.query('update organizations set is_demo = true where id = $1', [organizationId]);
  });
  return books;
}
const load = ({ org }: Books, code: string) => runForOutput(loadExample, org.callAs('revenue'), { code });

/** Takes every prepared step as a reader would, then runs the month; returns the contract. */
async function clickThrough(books: Books, code: string) {
  const { contract, next } = await load(books, code);
  const { id } = contract.contract;
  let own = id;
  for (const step of next) {
    if (step.kind === 'event') {
      const under = step.isSeparate === true ? own : id;
      await runForOutput(recordEvent, books.org.callAs('revenue'), { id: under, event: step.event });
    } else {
      const { reason: _reason, treatment: _chosen, ...asked } = step.change;
      await runForOutput(previewModification, books.org.callAs('revenue'), { id, ...asked });
      const applied = await runForOutput(applyModification, books.org.callAs('revenue'), {
        id,
        ...step.change,
      });
      own = applied.contract.contract.id;
    }
  }
  await books.run('2026-06');
  const view = await books.read(id);
  return { ...view, all: [...view.obligations, ...(own === id ? [] : (await books.read(own)).obligations)] };
}
const amounts = ({ all }: Awaited<ReturnType<typeof clickThrough>>) =>
  Object.fromEntries(all.map(({ key, recognised }) => [key, recognised]));

describe('loading an example', () => {
  it('606-10-55 Example 8 is loaded with 600,000 recognized and its modification prepared: a catch-up of 91,200, then 658,800', async () => {
    const books = await demoBooks();
    const { contract, next, example } = await load(books, '8');
    expect(example).toMatchObject({ code: '8', paragraph: '606-10-55-129 to 55-133' });
    expect(contract.contract).toMatchObject({ contractStatus: 'ACTIVE', contractDate: '2026-06-01' });
    expect(contract.schedule).toMatchObject([{ amount: '600000.00', period: '2026-06' }]);
    const [change] = next;
    if (change?.kind !== 'modification') throw new Error('the first step is the change');
    const { reason: _reason, treatment: _chosen, ...asked } = change.change;
    const shown = await runForOutput(previewModification, books.org.callAs('revenue'), {
      id: contract.contract.id,
      ...asked,
    });
    expect(shown.required.treatment).toBe('catchUp');
    expect(shown.outcomes.catchUp.catchUp).toBe('91200.00');
    const done = await clickThrough(books, '8');
    expect(done.schedule.map(({ amount }) => amount)).toEqual(['600000.00', '91200.00', '658800.00']);
  });

  it.each([
    ['5A', { units: '12000.00', more: '2850.00' }],
    ['5B', { units: '6500.00', more: '0.00' }],
    ['6', { X: '620.00', Y: '0.00', Z: '0.00' }],
    ['22', { goods: '9700.00' }],
    ['33', { A: '33.33', B: '16.67', C: '50.00' }],
    ['34A', { A: '40.00', B: '33.00', C: '27.00' }],
    ['39', { A: '400.00', B: '600.00' }],
    ['40', { units: '12500.00' }],
  ])('Example %s produces the standard’s figures when its steps are taken: %j', async (code, figures) => {
    const books = await demoBooks();
    expect(amounts(await clickThrough(books, code))).toEqual(figures);
    expect((await runForOutput(verifyRevenue, books.org.callAs('auditor'), {})).holds).toBe(true);
  });

  it('the steps of every example in the catalog are carried out here', () => {
    expect(EXAMPLES.map(({ code }) => code)).toEqual(['5A', '5B', '6', '8', '22', '33', '34A', '39', '40']);
  });

  it('is refused in real books, and nothing is stored', async () => {
    const books = await openBooks('2026-06-10');
    await expect(load(books, '8')).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'DEMO_ONLY' } },
    });
    const listed = await runForOutput(listExamples, books.org.callAs('viewer'), {});
    expect(listed).toMatchObject({ canLoad: false });
    expect(listed.examples.length).toBe(EXAMPLES.length);
  });
});
