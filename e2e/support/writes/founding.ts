import type { Recipes } from './world';

/** Closing books, and the steps of founding, each with answers that create something in a new organization. */
export const foundingRecipes: Recipes = {
  'founding.company': async () => ({
    name: 'Aurora Group',
    timeZone: 'UTC',
    root: { code: 'HOLD', name: 'Aurora Inc.', countryCode: 'US' },
    subsidiaries: [{ code: 'DE', name: 'Aurora GmbH', countryCode: 'DE', baseCurrency: 'EUR' }],
  }),
  'founding.chart': async () => ({ chart: 'IFRS' }),
  'founding.calendar': async () => ({ pattern: '4-4-5', firstFiscalYear: 2024 }),
  'founding.taxes': async () => ({
    codes: [{ code: 'CITY', name: 'City tax', rates: [{ ratePercent: '3', validFrom: '2026-01-01' }] }],
  }),
  'founding.numbers': async () => ({
    series: [{ kind: 'INVOICE', name: 'Sales invoice', numberPrefix: 'SI' }],
  }),
  'founding.rules': async ({ org }) => ({
    rules: [
      {
        kind: 'INVOICE',
        controlAccountId: org.account('1210'),
        taxAccountId: org.account('2210'),
        discountAccountId: null,
        bankAccountId: null,
        defaultLineAccountId: org.account('4700'),
        shippingAccountId: null,
      },
    ],
  }),
  'founding.revenue': async () => ({ framework: 'IFRS', sells: ['SUBSCRIPTION'] }),
  'founding.people': async () => ({
    people: [{ name: 'Kim Lee', email: 'kim@aurora.example', roles: ['viewer'] }],
  }),
  'founding.skip': async () => ({ step: 'PEOPLE' }),
  'organizations.close': async ({ org }) => ({ id: org.organizationId }),
  'organizations.reopen': async ({ org, call }) => {
    await call('organizations.close', { id: org.organizationId });
    return { id: org.organizationId };
  },
  'organizations.remove': async ({ org }) => ({ id: org.organizationId }),
  'founding.dismiss': async () => ({ isDismissed: true }),
};
