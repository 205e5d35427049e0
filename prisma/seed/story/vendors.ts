import type { SubsidiaryKey } from './documents';

/** How often a vendor bills, and in which months of the year when it is not every month. */
export type Rhythm = 'MONTHLY' | 'QUARTERLY' | 'YEARLY' | 'NOW_AND_THEN';

export interface VendorPlan {
  readonly key: string;
  readonly code: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly terms: string;
  readonly termDays: number;
  readonly currency: string;
  readonly subsidiary: SubsidiaryKey;
  readonly address: readonly [
    line1: string,
    city: string,
    state: string,
    postalCode: string,
    country: string,
  ];
  readonly description: string;
  /** The account for its bills, their approximate amount (whole units), and the day of the month. */
  readonly account: string;
  readonly amount: number;
  readonly rhythm: Rhythm;
  readonly day: number;
  readonly department: string;
  readonly tax: string | null;
}

type Row = readonly [
  key: string,
  name: string,
  description: string,
  subsidiary: SubsidiaryKey,
  account: string,
  amount: number,
  rhythm: Rhythm,
  day: number,
  department: string,
  termDays: number,
  address: VendorPlan['address'],
];

// biome-ignore format: a table reads better with one row per line
const ROWS: readonly Row[] = [
  ['northgate', 'Northgate Cloud Hosting', 'Compute, storage and network, US regions', 'US', '5100', 94_000, 'MONTHLY', 4, 'ENG-SRE', 30, ['2201 Broadway', 'Oakland', 'CA', '94612', 'US']],
  ['rheinwerk', 'Rheinwerk Rechenzentrum GmbH', 'Colocation and network, Frankfurt', 'DE', '5100', 26_500, 'MONTHLY', 5, 'ENG-SRE', 30, ['Hanauer Landstraße 298', 'Frankfurt am Main', 'HE', '60314', 'DE']],
  ['sumida', 'Sumida Data Center KK', 'Colocation and network, Tokyo', 'JP', '5100', 3_150_000, 'MONTHLY', 5, 'ENG-SRE', 30, ['3-8-1 Kinshi', 'Sumida-ku', 'Tokyo', '130-0013', 'JP']],
  ['pallas', 'Pallas Observability', 'Monitoring and logging', 'US', '5500', 9_400, 'MONTHLY', 7, 'ENG-SRE', 30, ['88 Kearny Street', 'San Francisco', 'CA', '94108', 'US']],
  ['quillon', 'Quillon Software', 'Source control, tickets and office software', 'US', '6340', 13_200, 'MONTHLY', 9, 'ENG', 30, ['1455 Market Street', 'San Francisco', 'CA', '94103', 'US']],
  ['birchline', 'Birchline Telecom', 'Telephone and internet', 'US', '6350', 3_850, 'MONTHLY', 11, 'PPL', 30, ['900 Lydia Street', 'Austin', 'TX', '78702', 'US']],
  ['spreefunk', 'Spreefunk Telekom GmbH', 'Telefon und Internet', 'DE', '6350', 1_480, 'MONTHLY', 11, 'PPL', 14, ['Stralauer Allee 4', 'Berlin', 'BE', '10245', 'DE']],
  ['lumen', 'Lumen & Oak Agency', 'Campaigns and events', 'US', '6200', 34_000, 'MONTHLY', 14, 'MKT', 45, ['215 Park Avenue South', 'New York', 'NY', '10003', 'US']],
  ['kreuzberg', 'Kreuzberg Kreativ GmbH', 'Kampagnen und Messen', 'DE', '6200', 9_800, 'MONTHLY', 15, 'MKT', 30, ['Oranienstraße 25', 'Berlin', 'BE', '10999', 'DE']],
  ['hoshino', 'Hoshino Marketing KK', 'Events and translations', 'JP', '6200', 980_000, 'MONTHLY', 15, 'MKT', 30, ['2-21-1 Shibuya', 'Shibuya-ku', 'Tokyo', '150-0002', 'JP']],
  ['tradewind', 'Tradewind Travel', 'Flights and hotels', 'US', '6210', 11_500, 'MONTHLY', 18, 'SAL-AMER', 14, ['77 Van Ness Avenue', 'San Francisco', 'CA', '94102', 'US']],
  ['havelreisen', 'Havel Reisebüro GmbH', 'Flüge und Hotels', 'DE', '6210', 4_300, 'MONTHLY', 18, 'SAL-EMEA', 14, ['Kantstraße 71', 'Berlin', 'BE', '10627', 'DE']],
  ['corvid', 'Corvid Consulting', 'Implementation subcontractors', 'US', '5600', 19_000, 'MONTHLY', 20, 'CS-PS', 30, ['500 West 2nd Street', 'Austin', 'TX', '78701', 'US']],
  ['isar', 'Isar Beratung GmbH', 'Subunternehmer Einführungsprojekte', 'DE', '5600', 8_200, 'MONTHLY', 20, 'CS-PS', 30, ['Leopoldstraße 87', 'München', 'BY', '80802', 'DE']],
  ['pinecrest', 'Pinecrest Legal LLP', 'General counsel on retainer', 'US', '6400', 12_500, 'MONTHLY', 22, 'EXEC', 30, ['555 California Street', 'San Francisco', 'CA', '94104', 'US']],
  ['aldine', 'Aldine & Marsh LLP', 'Audit and review', 'HOLD', '6410', 46_000, 'QUARTERLY', 24, 'FIN', 30, ['101 Second Street', 'San Francisco', 'CA', '94105', 'US']],
  ['steuerkontor', 'Steuerkontor Mitte', 'Buchprüfung und Steuerberatung', 'DE', '6410', 7_900, 'QUARTERLY', 24, 'FIN-ACC', 30, ['Friedrichstraße 180', 'Berlin', 'BE', '10117', 'DE']],
  ['akari', 'Akari Tax Corporation', 'Tax and payroll filings', 'JP', '6410', 860_000, 'QUARTERLY', 24, 'FIN-ACC', 30, ['1-6-1 Otemachi', 'Chiyoda-ku', 'Tokyo', '100-0004', 'JP']],
  ['harborlight', 'Harborlight Insurance', 'Liability, cyber and property cover for a year', 'US', '1420', 96_000, 'YEARLY', 8, 'FIN', 30, ['1 Embarcadero Center', 'San Francisco', 'CA', '94111', 'US']],
  ['axiom', 'Axiom Devices', 'Edge gateways and computers', 'US', '1410', 41_000, 'QUARTERLY', 12, 'CS-PS', 45, ['4750 Patrick Henry Drive', 'Santa Clara', 'CA', '95054', 'US']],
  ['fennel', 'Fennel Kitchen', 'Catering and office supplies', 'US', '6330', 4_600, 'MONTHLY', 26, 'PPL', 14, ['1200 Folsom Street', 'San Francisco', 'CA', '94103', 'US']],
  ['nagoya', 'Nagoya Office Service KK', 'Cleaning, utilities and supplies', 'JP', '6330', 320_000, 'MONTHLY', 26, 'PPL', 30, ['4-5-28 Meieki', 'Nagoya', 'Aichi', '450-0002', 'JP']],
  ['stadtwerk', 'Stadtwerk Ost Energie', 'Strom und Wärme', 'DE', '6310', 1_950, 'MONTHLY', 12, 'PPL', 14, ['Storkower Straße 101', 'Berlin', 'BE', '10407', 'DE']],
  ['keystone', 'Keystone Talent', 'Search and training', 'US', '6420', 14_000, 'NOW_AND_THEN', 16, 'PPL', 30, ['333 Bush Street', 'San Francisco', 'CA', '94104', 'US']],
  ['meadowbrook', 'Meadowbrook Learning', 'Courses and certificates', 'US', '6230', 5_200, 'NOW_AND_THEN', 17, 'PPL', 30, ['18 Beacon Street', 'Boston', 'MA', '02108', 'US']],
];

const CURRENCY: Readonly<Record<SubsidiaryKey, string>> = {
  HOLD: 'USD',
  US: 'USD',
  DE: 'EUR',
  JP: 'JPY',
  ELIM: 'USD',
};
const INPUT_TAX: Readonly<Record<SubsidiaryKey, string | null>> = {
  HOLD: null,
  US: null,
  DE: 'DE-19',
  JP: 'JP-10',
  ELIM: null,
};
const DIALLING: Readonly<Record<string, string>> = { US: '+1 415 555', DE: '+49 30 5550', JP: '+81 3 5550' };

/** The 25 vendors of Meridian Cloud. */
export const VENDORS: readonly VendorPlan[] = ROWS.map(
  (
    [key, name, description, subsidiary, account, amount, rhythm, day, department, termDays, address],
    index,
  ) => ({
    key,
    code: `V-${String(1001 + index)}`,
    name,
    description,
    email: `billing@${key}.example`,
    phone: `${DIALLING[address[4]] ?? ''} ${String(120 + index * 7).padStart(4, '0')}`,
    terms: `NET${termDays}`,
    termDays,
    currency: CURRENCY[subsidiary],
    subsidiary,
    address,
    account,
    amount,
    rhythm,
    day,
    department,
    tax: INPUT_TAX[subsidiary],
  }),
);
