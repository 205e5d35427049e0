import type { Elimination } from '@/core/consolidation/eliminations';
import type { SubsidiaryKey } from './documents';

/** The group: a holding, three operating companies in three currencies, and the elimination company. */
export const SUBSIDIARIES: readonly {
  readonly key: SubsidiaryKey;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly parent: SubsidiaryKey | null;
  readonly currency: string;
  readonly country: string;
  readonly isElimination: boolean;
  /** Percentage owned by the parent; 100 if omitted. */
  readonly owned?: string;
}[] = [
  {
    key: 'HOLD',
    code: 'MC-HOLD',
    name: 'Meridian Cloud Holdings, Inc.',
    description: 'Parent company; shares, financing and group management',
    parent: null,
    currency: 'USD',
    country: 'US',
    isElimination: false,
  },
  {
    key: 'US',
    code: 'MC-US',
    name: 'Meridian Cloud, Inc.',
    description: 'Operating company for the Americas, San Francisco',
    parent: 'HOLD',
    currency: 'USD',
    country: 'US',
    isElimination: false,
  },
  {
    key: 'DE',
    code: 'MC-DE',
    name: 'Meridian Cloud GmbH',
    description: 'Operating company for Europe, Berlin',
    parent: 'HOLD',
    currency: 'EUR',
    country: 'DE',
    isElimination: false,
  },
  {
    key: 'JP',
    code: 'MC-JP',
    name: 'Meridian Cloud KK',
    description: 'Operating company for Asia-Pacific, Tokyo',
    parent: 'HOLD',
    currency: 'JPY',
    country: 'JP',
    isElimination: false,
    // A local partner owns the rest.
    owned: '80',
  },
  {
    key: 'ELIM',
    code: 'MC-ELIM',
    name: 'Meridian Cloud Eliminations',
    description: 'Takes the entries that eliminate intercompany balances on consolidation',
    parent: 'HOLD',
    currency: 'USD',
    country: 'US',
    isElimination: true,
  },
];

/** A node of a tree: code, name, parent's code. Parents come first. */
export type TreeNode = readonly [code: string, name: string, parent?: string];

export const DEPARTMENTS: readonly TreeNode[] = [
  ['EXEC', 'Executive'],
  ['FIN', 'Finance'],
  ['FIN-ACC', 'Accounting', 'FIN'],
  ['FIN-REV', 'Revenue operations', 'FIN'],
  ['ENG', 'Engineering'],
  ['ENG-PLT', 'Platform engineering', 'ENG'],
  ['ENG-APP', 'Applications', 'ENG'],
  ['ENG-SRE', 'Site reliability', 'ENG'],
  ['SAL', 'Sales'],
  ['SAL-AMER', 'Sales Americas', 'SAL'],
  ['SAL-EMEA', 'Sales EMEA', 'SAL'],
  ['SAL-APAC', 'Sales APAC', 'SAL'],
  ['MKT', 'Marketing'],
  ['CS', 'Customer success'],
  ['CS-SUP', 'Support', 'CS'],
  ['CS-PS', 'Professional services', 'CS'],
  ['PPL', 'People and workplace'],
];

export const CLASSES: readonly TreeNode[] = [
  ['PLATFORM', 'Platform'],
  ['CORE', 'Core platform', 'PLATFORM'],
  ['ANALYTICS', 'Analytics', 'PLATFORM'],
  ['DATA', 'Data pipeline', 'PLATFORM'],
  ['SUPPORT', 'Support plans'],
  ['SERVICES', 'Professional services'],
  ['EDGE', 'Edge hardware'],
];

/** Code, name, parent, IANA time zone, address. */
export const LOCATIONS: readonly {
  readonly code: string;
  readonly name: string;
  readonly parent?: string;
  readonly timeZone?: string;
  readonly address?: readonly [
    line1: string,
    city: string,
    state: string,
    postalCode: string,
    country: string,
  ];
}[] = [
  { code: 'AMER', name: 'Americas' },
  {
    code: 'SFO',
    name: 'San Francisco headquarters',
    parent: 'AMER',
    timeZone: 'America/Los_Angeles',
    address: ['410 Townsend Street', 'San Francisco', 'CA', '94107', 'US'],
  },
  {
    code: 'AUS',
    name: 'Austin office',
    parent: 'AMER',
    timeZone: 'America/Chicago',
    address: ['600 Congress Avenue', 'Austin', 'TX', '78701', 'US'],
  },
  { code: 'EMEA', name: 'Europe, Middle East and Africa' },
  {
    code: 'BER',
    name: 'Berlin office',
    parent: 'EMEA',
    timeZone: 'Europe/Berlin',
    address: ['Köpenicker Straße 154', 'Berlin', 'BE', '10997', 'DE'],
  },
  { code: 'APAC', name: 'Asia-Pacific' },
  {
    code: 'TYO',
    name: 'Tokyo office',
    parent: 'APAC',
    timeZone: 'Asia/Tokyo',
    address: ['1-11-1 Nihonbashi', 'Chūō-ku', 'Tokyo', '103-0027', 'JP'],
  },
];

/** The location on each company's lines. */
export const HOME_LOCATION: Readonly<Record<SubsidiaryKey, string>> = {
  HOLD: 'SFO',
  US: 'SFO',
  DE: 'BER',
  JP: 'TYO',
  ELIM: 'SFO',
};

export const WAREHOUSES: readonly {
  readonly code: string;
  readonly name: string;
  readonly location: string;
  readonly subsidiary: SubsidiaryKey;
  readonly address: readonly [
    line1: string,
    city: string,
    state: string,
    postalCode: string,
    country: string,
  ];
}[] = [
  {
    code: 'OAK',
    name: 'Oakland distribution center',
    location: 'SFO',
    subsidiary: 'US',
    address: ['2500 Maritime Street', 'Oakland', 'CA', '94607', 'US'],
  },
  {
    code: 'DFW',
    name: 'Dallas depot',
    location: 'AUS',
    subsidiary: 'US',
    address: ['3100 Story Road West', 'Irving', 'TX', '75038', 'US'],
  },
  {
    code: 'GBN',
    name: 'Großbeeren warehouse',
    location: 'BER',
    subsidiary: 'DE',
    address: ['Märkische Allee 12', 'Großbeeren', 'BB', '14979', 'DE'],
  },
  {
    code: 'KOT',
    name: 'Kōtō warehouse',
    location: 'TYO',
    subsidiary: 'JP',
    address: ['2-4-7 Aomi', 'Kōtō-ku', 'Tokyo', '135-0064', 'JP'],
  },
];

/** Accounts Meridian added to the default chart: code, name, type, parent's code, currency. */
export const EXTRA_ACCOUNTS: readonly {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly normalSide: 'DEBIT' | 'CREDIT';
  readonly parent: string;
  readonly currency?: string;
  readonly elimination?: Elimination;
}[] = [
  {
    code: '1112',
    name: 'Berlin operating account (EUR)',
    type: 'ASSET',
    normalSide: 'DEBIT',
    parent: '1100',
    currency: 'EUR',
  },
  {
    code: '1113',
    name: 'Tokyo operating account (JPY)',
    type: 'ASSET',
    normalSide: 'DEBIT',
    parent: '1100',
    currency: 'JPY',
  },
  {
    code: '1630',
    name: 'Investments in subsidiaries',
    type: 'ASSET',
    normalSide: 'DEBIT',
    parent: '1600',
    elimination: 'INVESTMENT',
  },
  {
    code: '7800',
    name: 'Intercompany service income',
    type: 'OTHER_INCOME',
    normalSide: 'CREDIT',
    parent: '7000',
    elimination: 'INTERCOMPANY',
  },
  {
    code: '8800',
    name: 'Intercompany service charges',
    type: 'OTHER_EXPENSE',
    normalSide: 'DEBIT',
    parent: '8000',
    elimination: 'INTERCOMPANY',
  },
];
