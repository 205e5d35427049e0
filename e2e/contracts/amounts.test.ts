import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { amountsOffScale, offScale } from '../support/amounts';
import { withoutStacks } from '../support/kinds';
import { ledgerRecipes } from '../support/writes/ledger';
import { projectRecipes } from '../support/writes/projects';
import { recordRecipes } from '../support/writes/records';
import { revenueRecipes } from '../support/writes/revenue';
import { openWorld, type Recipes } from '../support/writes/world';

withoutStacks();
afterAll(closeConnections);

const RECIPES: Recipes = { ...recordRecipes, ...ledgerRecipes, ...projectRecipes, ...revenueRecipes };
/** Verbs after which other recipes no longer find the books as they need them. */
const LAST = /^(periods|organizations|members)\./;

describe('decisions, all surfaces, "Dates, times, decimals"', () => {
  test.each(['USD', 'JPY'])(
    'every amount of every answer has the digits of its currency, whatever is asked at whatever door (base %s)',
    async (base) => {
      const world = await openWorld(undefined, base);
      const rates = [
        { fromCurrency: 'USD', toCurrency: base, rateDate: '2020-01-01', rateType: 'SPOT', rate: '150' },
      ];
      if (base !== 'USD') await world.call('setup.exchangeRates.set', { rates });
      let made = 0;
      for (const [name, recipe] of Object.entries(RECIPES)) {
        if (LAST.test(name)) continue;
        made += await recipe(world)
          .then((input) => world.call(name, input))
          .then(
            () => 1,
            // What one recipe needs, another may have used up; most succeed, as counted below.
            () => 0,
          );
      }
      const { wrong, seen, answered } = await amountsOffScale(
        world.org.principals.admin,
        world.org.clock,
        base,
      );
      expect(wrong).toEqual([]);
      expect(made).toBeGreaterThan(130);
      expect(seen).toBeGreaterThan(4_000);
      expect(answered.length).toBeGreaterThan(180);
    },
  );

  test('one digit more or less is found, at any depth, by the nearest currency', () => {
    const answer = {
      currencyCode: 'USD',
      total: '10800',
      rows: [{ amount: '1200.0000' }, { amount: '5.00', quantity: '3', currencyCode: 'JPY' }],
    };
    expect(offScale(answer, 'USD').wrong).toEqual([
      { path: '.total', value: '10800', currency: 'USD' },
      { path: '.rows.amount', value: '1200.0000', currency: 'USD' },
      { path: '.rows.amount', value: '5.00', currency: 'JPY' },
    ]);
  });
});
