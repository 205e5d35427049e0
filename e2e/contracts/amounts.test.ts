import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { IS_LONG } from '@/testing/long-run';
import { amountsOffScale, NAMELESS, offScale } from '../support/amounts';
import { withoutStacks } from '../support/kinds';
import { ledgerRecipes } from '../support/writes/ledger';
import { projectRecipes } from '../support/writes/projects';
import { recordRecipes } from '../support/writes/records';
import { revenueRecipes } from '../support/writes/revenue';
import { openWorld, type Recipes } from '../support/writes/world';

withoutStacks();
afterAll(closeConnections);

const RECIPES: Recipes = { ...recordRecipes, ...ledgerRecipes, ...projectRecipes, ...revenueRecipes };
/** Verbs that leave the books unusable for other recipes. */
const LAST = /^(periods|organizations|members)\./;

describe('decisions, all surfaces, "Dates, times, decimals"', () => {
  // Digits that a column adds or a formatter leaves out show in a currency without any; the long run tries one with cents too.
  test.each(IS_LONG ? ['USD', 'JPY'] : ['JPY'])(
    'every amount of every answer has the digits of its currency, whatever the request and the endpoint (base %s)',
    async (base) => {
      const world = await openWorld(undefined, base);
      const rates = [
        { fromCurrency: 'USD', toCurrency: base, rateDate: '2020-01-01', rateType: 'SPOT', rate: '150' },
      ];
      if (base !== 'USD') await world.call('setup.exchangeRates.set', { rates });
      let made = 0;
      const written: string[] = [];
      const note = (name: string, answer: unknown) => {
        for (const { path, value, currency } of offScale(answer, NAMELESS.test(name) ? '' : base).wrong)
          written.push(`${name} ${path} ${value} ${currency}`);
      };
      for (const [name, recipe] of Object.entries(RECIPES)) {
        if (LAST.test(name)) continue;
        made += await recipe(world)
          .then((input) => world.call(name, input))
          .then(
            (answer) => {
              note(name, answer);
              return 1;
            },
            // A recipe may have used up what another one needs; most succeed, as the count below shows. Refusals contain amounts as well.
            (error: Error) => {
              note(`${name} refused`, { message: error.message });
              return 0;
            },
          );
      }
      const { wrong, seen, answered } = await amountsOffScale(
        world.org.principals.admin,
        world.org.clock,
        base,
      );
      expect([...wrong, ...written]).toEqual([]);
      expect(made).toBeGreaterThan(130);
      expect(seen).toBeGreaterThan(4_000);
      expect(answered.length).toBeGreaterThan(180);
      expect(answered).toEqual(
        expect.arrayContaining(['files documents', 'files journal', 'files customers']),
      );
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

  test('an amount in a sentence is found when it is written as a column stores it; rates, moments and versions are not amounts', () => {
    const sentence = (text: string, currencyCode = 'USD') =>
      offScale({ currencyCode, formula: text }, 'USD').wrong.map(({ value }) => value);
    expect(sentence('207.5000 − 200.0000 = 7.50 USD')).toEqual(['207.5000', '200.0000']);
    expect(sentence('207.50 − 200.00 = 7.50 USD')).toEqual([]);
    expect(sentence('120.00 − 100 at 1.1250 JPY', 'JPY')).toEqual(['120.00', '1.1250']);
    expect(sentence('at 1.0875 since 2026-01-31T10:00:00.000Z by version 1.20.300, 12.500%')).toEqual([]);
    expect(offScale({ currencyCode: 'USD', memo: 'paid 1.5000' }, 'USD').wrong).toEqual([]);
  });
});
