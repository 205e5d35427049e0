import { CHART_CODES } from '../ledger/default-chart';
import type { FRAMEWORKS } from '../revenue/vocabulary';

/** What an answer sets: terms of the revenue policy, or an item with the obligation that arises when it is sold. */
export interface RevenueAnswer {
  readonly value: string;
  readonly words: string;
  /** What the answer sets, as a sentence. */
  readonly sets: string;
  /** The paragraph it follows, in US GAAP and IFRS. */
  readonly paragraph: string;
}

export interface RevenueQuestion {
  readonly name: keyof RevenueChoices;
  readonly words: string;
  /** Several answers may be given. */
  readonly isMany: boolean;
  readonly answers: readonly RevenueAnswer[];
}

export const SELLS = ['SUBSCRIPTION', 'LICENSE', 'SERVICES', 'USAGE', 'GOODS', 'SUPPORT'] as const;
export type Sells = (typeof SELLS)[number];

/** The answers of the step, as they are stored. */
export interface RevenueChoices {
  readonly framework: (typeof FRAMEWORKS)[number];
  readonly sells: readonly Sells[];
  readonly overTime: 'EXACT_DAYS' | 'EVEN_PERIODS';
  readonly refunds: 'NONE' | 'RETURNS';
  readonly commissions: 'CAPITALIZE' | 'EXPENSE_SHORT' | 'NONE';
  readonly financing: 'EXPEDIENT' | 'ALWAYS';
  readonly combination: '0' | '30' | '90';
}

/** The questions, in words, and for each answer what it sets and by which paragraph. */
export const REVENUE_QUESTIONS: readonly RevenueQuestion[] = [
  {
    name: 'framework',
    words: 'Under which standard do you report?',
    isMany: false,
    answers: [
      {
        value: 'US_GAAP',
        words: 'US GAAP',
        sets: 'Losses are tested contract by contract; impairments of contract costs are not reversed.',
        paragraph: 'ASC 605-35-25-46, 340-40-35-6',
      },
      {
        value: 'IFRS',
        words: 'IFRS',
        sets: 'Onerous contracts follow IAS 37; impairments of contract costs are reversed.',
        paragraph: 'IFRS 15.104, IAS 37.66',
      },
    ],
  },
  {
    name: 'sells',
    words: 'What do you sell?',
    isMany: true,
    answers: [
      {
        value: 'SUBSCRIPTION',
        words: 'Subscriptions: access to software or a service for a period of time',
        sets: 'An item SUBSCRIPTION, recognized over its term.',
        paragraph: 'ASC 606-10-25-27(a), IFRS 15.35(a)',
      },
      {
        value: 'LICENSE',
        words: 'Licenses: software the customer runs itself',
        sets: 'An item LICENSE, recognized when the customer can use it.',
        paragraph: 'ASC 606-10-55-58B, IFRS 15.B56(b)',
      },
      {
        value: 'SERVICES',
        words: 'Projects and professional services',
        sets: 'An item SERVICES, recognized by measured progress.',
        paragraph: 'ASC 606-10-25-31, IFRS 15.39',
      },
      {
        value: 'USAGE',
        words: 'Usage: per call, per unit, per transaction',
        sets: 'An item USAGE, recognized as it is used.',
        paragraph: 'ASC 606-10-55-18, IFRS 15.B16',
      },
      {
        value: 'GOODS',
        words: 'Goods that are delivered',
        sets: 'An item GOODS, recognized when control passes.',
        paragraph: 'ASC 606-10-25-30, IFRS 15.38',
      },
      {
        value: 'SUPPORT',
        words: 'Support and maintenance',
        sets: 'An item SUPPORT, recognized over its term.',
        paragraph: 'ASC 606-10-25-27(a), IFRS 15.35(a)',
      },
    ],
  },
  {
    name: 'overTime',
    words: 'How do you spread revenue that is earned over a term?',
    isMany: false,
    answers: [
      {
        value: 'EXACT_DAYS',
        words: 'By days',
        sets: 'Each period gets revenue in proportion to its days.',
        paragraph: 'ASC 606-10-25-31, IFRS 15.39',
      },
      {
        value: 'EVEN_PERIODS',
        words: 'In equal months',
        sets: 'Each month of the term gets the same amount.',
        paragraph: 'ASC 606-10-25-31, IFRS 15.39',
      },
    ],
  },
  {
    name: 'refunds',
    words: 'Can customers return what they bought or get a refund?',
    isMany: false,
    answers: [
      {
        value: 'NONE',
        words: 'No, or so rarely that it is decided case by case',
        sets: 'Nothing. A right of return can still be entered on a contract.',
        paragraph: 'ASC 606-10-32-6, IFRS 15.51',
      },
      {
        value: 'RETURNS',
        words: 'Yes, within a limited time',
        sets: 'Expected refunds go to the refund liability, expected returns to the return asset.',
        paragraph: 'ASC 606-10-55-23, IFRS 15.B21',
      },
    ],
  },
  {
    name: 'commissions',
    words: 'Do you pay commissions for winning contracts?',
    isMany: false,
    answers: [
      {
        value: 'CAPITALIZE',
        words: 'Yes; all are capitalized and amortized',
        sets: 'Costs to obtain a contract become an asset.',
        paragraph: 'ASC 340-40-25-1, IFRS 15.91',
      },
      {
        value: 'EXPENSE_SHORT',
        words: 'Yes; those amortized over a year or less are expensed as incurred',
        sets: 'The practical expedient for amortization periods of one year or less.',
        paragraph: 'ASC 340-40-25-4, IFRS 15.94',
      },
      {
        value: 'NONE',
        words: 'No',
        sets: 'Nothing.',
        paragraph: 'ASC 340-40-25-1, IFRS 15.91',
      },
    ],
  },
  {
    name: 'financing',
    words: 'Is there a financing component when payment and delivery are up to a year apart?',
    isMany: false,
    answers: [
      {
        value: 'EXPEDIENT',
        words: 'No, we use the expedient',
        sets: 'No interest for a year or less between payment and delivery.',
        paragraph: 'ASC 606-10-32-18, IFRS 15.63',
      },
      {
        value: 'ALWAYS',
        words: 'It is judged for every contract',
        sets: 'Every contract asks for a judgment.',
        paragraph: 'ASC 606-10-32-15, IFRS 15.60',
      },
    ],
  },
  {
    name: 'combination',
    words: 'How close together must contracts with one customer be signed to be considered for combination?',
    isMany: false,
    answers: [
      {
        value: '0',
        words: 'Signed the same day',
        sets: 'Contracts signed on the same day are proposed for combination.',
        paragraph: 'ASC 606-10-25-9, IFRS 15.17',
      },
      {
        value: '30',
        words: 'Within 30 days',
        sets: 'Contracts signed within 30 days of each other are proposed for combination.',
        paragraph: 'ASC 606-10-25-9, IFRS 15.17',
      },
      {
        value: '90',
        words: 'Within 90 days',
        sets: 'Contracts signed within 90 days of each other are proposed for combination.',
        paragraph: 'ASC 606-10-25-9, IFRS 15.17',
      },
    ],
  },
];

/** The terms of the revenue policy that the answers set. */
export function policyOf(choices: RevenueChoices) {
  return {
    framework: choices.framework,
    lossLevel: 'CONTRACT' as const,
    scheduleMethod: choices.overTime,
    costExpedient: choices.commissions === 'EXPENSE_SHORT',
    oneYearExpedient: choices.financing === 'EXPEDIENT',
    combinationDays: Number(choices.combination),
  };
}

type Pattern = { readonly kind: 'RATABLE' | 'POINT' | 'PROGRESS' | 'USAGE' };

/** The item that stands for something sold, its obligation and the account of its revenue, by code. */
export const SOLD_ITEMS: Readonly<
  Record<
    Sells,
    {
      readonly name: string;
      readonly itemType: 'SUBSCRIPTION' | 'SERVICE' | 'USAGE' | 'GOODS';
      readonly nature: 'GOODS' | 'SERVICE' | 'LICENCE';
      readonly pattern: Pattern;
      readonly revenueCode: string;
    }
  >
> = {
  SUBSCRIPTION: {
    name: 'Subscription',
    itemType: 'SUBSCRIPTION',
    nature: 'SERVICE',
    pattern: { kind: 'RATABLE' },
    revenueCode: CHART_CODES.subscriptionRevenue,
  },
  LICENSE: {
    name: 'License',
    itemType: 'GOODS',
    nature: 'LICENCE',
    pattern: { kind: 'POINT' },
    revenueCode: CHART_CODES.licenceRevenue,
  },
  SERVICES: {
    name: 'Professional services',
    itemType: 'SERVICE',
    nature: 'SERVICE',
    pattern: { kind: 'PROGRESS' },
    revenueCode: CHART_CODES.servicesRevenue,
  },
  USAGE: {
    name: 'Usage',
    itemType: 'USAGE',
    nature: 'SERVICE',
    pattern: { kind: 'USAGE' },
    revenueCode: CHART_CODES.usageRevenue,
  },
  GOODS: {
    name: 'Goods',
    itemType: 'GOODS',
    nature: 'GOODS',
    pattern: { kind: 'POINT' },
    revenueCode: CHART_CODES.productRevenue,
  },
  SUPPORT: {
    name: 'Support and maintenance',
    itemType: 'SERVICE',
    nature: 'SERVICE',
    pattern: { kind: 'RATABLE' },
    revenueCode: CHART_CODES.supportRevenue,
  },
};
