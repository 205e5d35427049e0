import { afterAll, describe, expect, it } from 'vitest';
import { type Decimal, dec } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import { rowName } from '@/core/revenue/contracts/drafts/draft-view';
import { picture } from '@/core/revenue/contracts/picture';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import type { ContractView } from '@/usecases/revenue/contracts/contract-view';
import { importEvents } from '@/usecases/revenue/events/import-events';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { type Fact, openBooks } from '../books';

afterAll(closeConnections);

/** The picture of a contract is kept between facts; here it is compared with one computed from the first fact on. */
const FACTS = 60;

const used = (number: number): Fact => ({
  kind: 'usage',
  key: 'calls',
  effectiveDate: addDays('2026-01-10', number),
  amount: (1 + number / 100).toFixed(2),
});
const progress = (effectiveDate: string, share: string): Fact => ({
  ...{ kind: 'progress', effectiveDate, key: 'project', progress: share },
});

/** What the facts of a contract determine, as computed from them when it is read. */
const determined = ({ obligations, versions, balances, contract, schedule, events }: ContractView) => ({
  ...{ obligations, versions, balances, schedule },
  status: contract.contractStatus,
  price: contract.transactionPrice,
  facts: events.map(({ event }) => event.id),
});

/** What is stored of each row of a contract, and what all of its facts determine of it; what comes to nothing is left out. */
function rowsOf({ schedule, events }: ContractView) {
  const folded = picture(events.map(({ event }) => event));
  const sumsOf = (rows: readonly (Parameters<typeof rowName>[0] & { readonly amount: string })[]) => {
    const sums = new Map<string, Decimal>();
    for (const row of rows) sums.set(rowName(row), dec(row.amount).plus(sums.get(rowName(row)) ?? '0'));
    return [...sums]
      .filter(([, amount]) => !amount.isZero())
      .map(([name, amount]) => `${name} ${amount.toFixed()}`);
  };
  return { stored: sumsOf(schedule).sort(), determined: sumsOf(folded.ok ? folded.value.rows : []).sort() };
}

describe('a contract with many facts', () => {
  it('has after each fact the state that all of its facts determine, even after some that were rolled back, recorded late or voided', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-10',
      price: { fixed: '2400' },
      obligations: [
        { key: 'term', ssp: '1200', pattern: { kind: 'RATABLE', start: '2026-01-10', end: '2026-12-31' } },
        { key: 'project', ssp: '1200', pattern: { kind: 'PROGRESS' } },
        { key: 'calls', ssp: '0', pattern: { kind: 'USAGE' } },
      ],
    });
    const { id } = contract;
    const call = books.org.callAs('revenue');
    const events = Array.from({ length: FACTS }, (_, number) => ({ contractId: id, event: used(number) }));
    await runForOutput(importEvents, call, { events, mode: 'all' });
    const recorded = async (event: Fact) => {
      const after = await runForOutput(recordEvent, call, { id, event });
      expect(determined(after)).toEqual(determined(await books.read(id)));
      const rows = rowsOf(after);
      expect(rows.stored).toEqual(rows.determined);
      return after;
    };
    await recorded(used(80));
    await recorded(progress('2026-04-30', '0.4'));
    // Recorded late, dated among the others.
    await recorded(progress('2026-02-15', '0.2'));
    const asItWas = await books.read(id);
    const shown = await runForOutput(recordEvent, { ...call, dryRun: true }, { id, event: used(81) });
    expect(shown.contract.transactionPrice).not.toBe(asItWas.contract.transactionPrice);
    expect(determined(await books.read(id))).toEqual(determined(asItWas));
    await recorded(used(82));
    // The last of these is refused, and none is recorded.
    const refused = [used(83), progress('2026-05-31', '0.5'), progress('2026-06-01', '7')];
    const three = refused.map((event) => ({ contractId: id, event }));
    await expect(runForOutput(importEvents, call, { events: three, mode: 'all' })).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE' },
    });
    const { eventId } = await recorded(used(84));
    await books.run('2026-01');
    await recorded(progress('2026-01-20', '0.1'));
    const without = await runForOutput(voidFact, call, { id: eventId, reason: 'Counted twice' });
    expect(determined(without)).toEqual(determined(await books.read(id)));
    await recorded(used(85));
    await books.tiesOut();
  });
});
