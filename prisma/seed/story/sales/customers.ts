import type { SubsidiaryKey } from '../documents';
import { chanceOf } from '../random';
import { AMERICAS, ASIA, EUROPE, type NameRow, TOWNS, type Town } from './customer-names';

export interface PostalAddress {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

/** How a customer pays: on time, late, or only after a reminder. */
export type Habit = 'PROMPT' | 'SLOW' | 'DELINQUENT';

export interface PlannedCustomer {
  readonly key: string;
  readonly code: string;
  readonly name: string;
  readonly parent: string | null;
  readonly subsidiary: SubsidiaryKey;
  /** The currency of its invoices. */
  readonly currency: string;
  readonly email: string;
  readonly phone: string;
  readonly billing: PostalAddress;
  readonly shipping: PostalAddress | null;
  readonly taxId: string | null;
  readonly tax: string | null;
  readonly terms: string;
  readonly termDays: number;
  readonly creditLimit: string | null;
  readonly status: 'active' | 'inactive' | 'archived';
  readonly warehouses: readonly string[];
  readonly habit: Habit;
}

const TAX_OF_TOWN: Partial<Record<Town, string>> = {
  AUS: 'US-TX',
  DFW: 'US-TX',
  NYC: 'US-NY',
  BER: 'DE-19',
  HAM: 'DE-19',
  MUC: 'DE-19',
  FRA: 'DE-19',
  STR: 'DE-19',
  TYO: 'JP-10',
  OSA: 'JP-10',
  NGO: 'JP-10',
  FUK: 'JP-10',
};

/** Customers of the US company that are billed in their own currency. */
const FOREIGN: Partial<Record<Town, string>> = { YYZ: 'CAD', LON: 'GBP' };

const CREDIT_LIMIT: Readonly<Record<string, string>> = { US: '750000', DE: '600000', JP: '90000000' };
const WAREHOUSES_OF: Readonly<Record<string, readonly string[]>> = {
  US: ['OAK', 'DFW'],
  DE: ['GBN'],
  JP: ['KOT'],
};

const DELINQUENT = new Set([
  'Copper Canyon Brewing',
  'Union Square Fashion',
  'Savannah Imports',
  'Windy City Games',
  'Rosenheim Optik GmbH',
  'Atelier Lafayette SA',
  'Setouchi Paper KK',
]);
const GONE: Readonly<Record<string, 'inactive' | 'archived'>> = {
  'Hudson Theatres': 'inactive',
  'Twin Cities Orchestra': 'inactive',
  'Chesapeake Fisheries': 'archived',
  'Wiener Buchhandels AG': 'inactive',
  'Genkai Fisheries KK': 'archived',
};

/** The 117 customers the story starts with; converted prospects bring them to 120. Parents come before their children. */
export function plannedCustomers(): PlannedCustomer[] {
  return [
    ...AMERICAS.map((row, index) => customerOf(row, 'US', 1001 + index)),
    ...EUROPE.map((row, index) => customerOf(row, 'DE', 2001 + index)),
    ...ASIA.map((row, index) => customerOf(row, 'JP', 3001 + index)),
  ];
}

function customerOf(
  [name, town, parent]: NameRow,
  subsidiary: SubsidiaryKey,
  number: number,
): PlannedCustomer {
  const chance = chanceOf(`customer:${name}`);
  const [city, state, postalCode, country, streets] = TOWNS[town];
  const domain = plainName(name);
  const address = (house: number): PostalAddress => {
    const street = chance.pick<string>(streets);
    const numberFirst = country !== 'DE' && country !== 'AT' && country !== 'NL' && country !== 'JP';
    return {
      street: numberFirst ? `${house} ${street}` : `${street} ${house}`,
      city,
      state,
      postalCode,
      country,
    };
  };
  const houses = country === 'US' || country === 'CA' ? [110, 980] : [2, 160];
  const termDays = chance.percent(70) ? 30 : chance.pick([15, 45, 60]);
  const warehouses = WAREHOUSES_OF[subsidiary] ?? [];
  return {
    key: name,
    code: `C-${number}`,
    name,
    parent: parent ?? null,
    subsidiary,
    currency: FOREIGN[town] ?? { US: 'USD', DE: 'EUR', JP: 'JPY', HOLD: 'USD', ELIM: 'USD' }[subsidiary],
    email: `accounts.payable@${domain}.example`,
    phone: phoneIn(country, chance.between(100, 9_999)),
    billing: address(chance.between(houses[0] ?? 1, houses[1] ?? 99)),
    shipping: chance.percent(35) ? address(chance.between(houses[0] ?? 1, houses[1] ?? 99)) : null,
    taxId: taxIdIn(country, chance.between(10_000_000, 99_999_999)),
    tax: TAX_OF_TOWN[town] ?? null,
    terms: `NET${termDays}`,
    termDays,
    creditLimit: chance.percent(40) ? (CREDIT_LIMIT[subsidiary] ?? null) : null,
    status: GONE[name] ?? 'active',
    warehouses: chance.percent(45) ? warehouses.slice(0, chance.between(1, warehouses.length)) : [],
    habit: DELINQUENT.has(name) ? 'DELINQUENT' : chance.percent(72) ? 'PROMPT' : 'SLOW',
  };
}

/** The letters of a name that can be used in a domain: `Adler Maschinenbau AG` is `adlermaschinenbau`. */
function plainName(name: string): string {
  return name
    .replace(/ (?:AG|GmbH|gGmbH|KG|eG|BV|SA|KK)$/, '')
    .replace(/ö/g, 'oe')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
}

function phoneIn(country: string, last: number): string {
  const digits = String(last).padStart(4, '0');
  const prefix = {
    DE: '+49 30 555',
    AT: '+43 1 555',
    NL: '+31 20 555',
    FR: '+33 1 5555',
    JP: '+81 3 5555',
    GB: '+44 20 7946',
  }[country];
  return `${prefix ?? '+1 312 555'} ${digits}`;
}

function taxIdIn(country: string, number: number): string | null {
  switch (country) {
    case 'DE':
      return `DE${number}1`;
    case 'AT':
      return `ATU${number}`;
    case 'NL':
      return `NL0${number}B01`;
    case 'FR':
      return `FR40${number}3`;
    case 'JP':
      return `T70100${number}`;
    case 'GB':
      return `GB9${number}`;
    case 'US':
      return `${String(number).slice(0, 2)}-${String(number).slice(1)}`;
    default:
      return null;
  }
}
