import { addDays } from '@/core/periods/calendar';
import { PROSPECT_STATUSES, type ProspectStatus } from '@/core/sales/prospect-status';
import { chanceOf } from '../random';

export interface PlannedProspect {
  readonly key: string;
  readonly name: string;
  readonly company: string;
  readonly email: string;
  readonly phone: string | null;
  readonly industry: string;
  readonly estimatedRevenue: number | null;
  readonly employeeCount: number | null;
  readonly status: ProspectStatus;
  readonly notes: string | null;
  readonly lastContactedAt: string | null;
  readonly customFields: Readonly<Record<string, unknown>>;
}

export const INDUSTRIES = [
  'Technology',
  'Healthcare',
  'Financial Services',
  'Manufacturing',
  'Retail',
  'Education',
  'Government',
  'Non-profit',
] as const;

/** Companies by industry, each with its sales contact. Approximate annual revenue in thousands of dollars. */
const BOOK: readonly (readonly [
  company: string,
  person: string,
  industry: number,
  revenue: number,
  staff: number,
])[] = [
  ['Quartzline Robotics', 'Mira Solberg', 0, 8_400, 130],
  ['Larkspur Systems', 'Devon Pike', 0, 2_150, 44],
  ['Northwind Telemetry', 'Asha Menon', 0, 960, 18],
  ['Cobalt Harbor', 'Julian Frost', 0, 14_800, 260],
  ['Tessellate AI', 'Hana Park', 0, 3_300, 52],
  ['Bluefin Networks', 'Carlos Mendes', 0, 640, 11],
  ['Ember Semiconductor', 'Wanda Osei', 0, 41_000, 720],
  ['Paperbird Apps', 'Nils Aaker', 0, 310, 7],
  ['Cedar Valley Health', 'Miriam Katz', 1, 26_500, 900],
  ['Brightwater Clinics', 'Owen Doyle', 1, 5_900, 140],
  ['Saffron Diagnostics', 'Leila Haidari', 1, 12_200, 210],
  ['Juniper Dental Group', 'Paul Renner', 1, 1_750, 60],
  ['Summit Rehabilitation', 'Gwen Abbott', 1, 880, 35],
  ['Alder Biotech', 'Kenji Watari', 1, 18_300, 240],
  ['Rosewood Hospice', 'Teresa Quinn', 1, 720, 48],
  ['Vantage Imaging', 'Samir Aziz', 1, 4_400, 95],
  ['Copperfield Credit Union', 'Alan Whitcombe', 2, 9_800, 180],
  ['Ironbridge Capital', 'Sofia Marchetti', 2, 33_000, 150],
  ['Meadowlark Insurance', 'Dorothy Ames', 2, 21_700, 410],
  ['Pennant Payments', 'Ravi Shankar', 2, 6_200, 75],
  ['Lowell & Grange', 'Edith Grange', 2, 1_350, 22],
  ['Harvest Microfinance', 'Kofi Mensah', 2, 540, 29],
  ['Tidewater Trust', 'Blake Sutter', 2, 15_500, 205],
  ['Ostrava Leasing', 'Jana Horáková', 2, 2_900, 40],
  ['Granite State Tooling', 'Earl Maddox', 3, 7_600, 165],
  ['Halden Precision', 'Ingrid Moe', 3, 11_900, 230],
  ['Osaka Fine Castings', 'Shinji Okada', 3, 28_400, 480],
  ['Prairie Wind Turbines', 'Becky Larsen', 3, 52_000, 610],
  ['Kestrel Motors', 'Dominic Shaw', 3, 940, 31],
  ['Bellweather Textiles', 'Amina Traoré', 3, 3_700, 120],
  ['Stonebridge Plastics', 'Walter Huang', 3, 2_250, 88],
  ['Voss Anlagenbau', 'Henrik Voss', 3, 17_400, 320],
  ['Marigold Grocers', 'Patricia Nolan', 4, 36_900, 1_450],
  ['Fjord Outfitters', 'Sigrid Dahl', 4, 4_800, 96],
  ['Corner Lantern Books', 'Theo Banks', 4, 460, 19],
  ['Juno Home', 'Isabel Fuentes', 4, 13_600, 340],
  ['Redwood Pet Supply', 'Molly Tran', 4, 1_120, 38],
  ['Kawaguchi Stationery', 'Emi Kawaguchi', 4, 2_650, 57],
  ['Sable & Stitch', 'Clara Dumont', 4, 780, 24],
  ['Trailhead Bikes', 'Russ Ackerman', 4, 1_900, 45],
  ['Westmoor University', 'Dr. Helen Ashford', 5, 62_000, 2_100],
  ['Kingfisher Academy', 'Roland Peake', 5, 3_100, 115],
  ['Lumina Online School', 'Farah Nasser', 5, 1_480, 42],
  ['Blue Heron College', 'Greta Lindholm', 5, 9_300, 390],
  ['Polaris Tutoring', 'Vince Delaney', 5, 350, 16],
  ['Instituto Vega', 'Marisol Vega', 5, 2_050, 70],
  ['City of Ellsworth', 'Norman Tate', 6, 24_000, 560],
  ['Port of Galway Bay', 'Aoife Brennan', 6, 8_100, 175],
  ['Lander County Water', 'June Whitaker', 6, 3_900, 64],
  ['Hokkaido Rail Authority', 'Masato Endo', 6, 71_000, 3_200],
  ['Bezirksamt Nordhausen', 'Ulrike Bohm', 6, 5_200, 210],
  ['State Parks Foundation', 'Ray Castillo', 6, 690, 27],
  ['Clearwater Alliance', 'Nora Flint', 7, 1_050, 33],
  ['Open Hands Kitchen', 'Marcus Bell', 7, 420, 14],
  ['Literacy Forward', 'Yolanda Price', 7, 910, 26],
  ['Nordic Relief Fund', 'Astrid Holm', 7, 7_300, 120],
  ['Green Canopy Trust', 'Peter Nyambura', 7, 2_400, 49],
  ['Museum of the Delta', 'Lucille Arceneaux', 7, 1_300, 55],
  ['Shelter Bridge', 'Ana Petrescu', 7, 260, 9],
  ['Helios Youth Orchestra', 'Sebastian Krol', 7, 180, 6],
];

const NOTES = [
  'Met at the spring user conference; wants a demonstration of the data pipeline.',
  'Replaces a home-grown ledger export. Decision expected after their budget round.',
  'Referred by an existing customer. Asks for a reference call.',
  'Security questionnaire answered; waiting for their legal team.',
  'Compares us with two others; price matters less than the migration.',
] as const;

/** 60 prospects in all six statuses over eight industries. The converted ones are converted by the seed itself. */
export function plannedProspects(today: string): PlannedProspect[] {
  const chance = chanceOf('prospects');
  return BOOK.map(([company, person, industry, revenue, staff], index) => {
    const status = PROSPECT_STATUSES[index % PROSPECT_STATUSES.length] ?? 'researching';
    const domain = company
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '');
    const contacted = status !== 'researching';
    return {
      key: `prospect:${index}`,
      name: person,
      company,
      email: `${mailbox(person)}@${domain}.example`,
      phone: chance.percent(80) ? `+1 202 555 ${String(1000 + index * 37).slice(-4)}` : null,
      industry: INDUSTRIES[industry] ?? 'Technology',
      estimatedRevenue: chance.percent(95) ? revenue * 1_000 : null,
      employeeCount: staff,
      status,
      notes: chance.percent(55) ? chance.pick(NOTES) : null,
      lastContactedAt: contacted ? `${addDays(today, -chance.between(1, 75))}T15:30:00.000Z` : null,
      customFields: {
        region: chance.pick(['Americas', 'EMEA', 'APAC']),
        source: chance.pick(['Conference', 'Referral', 'Website', 'Outbound']),
      },
    };
  });
}

function mailbox(person: string): string {
  return person
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^dr\.\s+/, '')
    .replace(/[^a-z ]+/g, '')
    .replace(/ +/g, '.');
}

/** Leads that were never prospects: web forms and events. */
// biome-ignore format: a table reads better with one row per line
export const DIRECT_LEADS: readonly {
  readonly name: string;
  readonly company: string;
  readonly industry: string;
  readonly source: string;
  readonly status: 'new' | 'contacted' | 'qualified' | 'unqualified';
  readonly score: number;
}[] = [
  { name: 'Ben Carraway', company: 'Carraway Logistics', industry: 'Manufacturing', source: 'web:demo-request', status: 'new', score: 48 },
  { name: 'Zoe Lindgren', company: 'Lindgren Ceramics', industry: 'Retail', source: 'web:pricing', status: 'contacted', score: 36 },
  { name: 'Amir Hosseini', company: 'Parsa Analytics', industry: 'Technology', source: 'event:spring-conference', status: 'qualified', score: 71 },
  { name: 'Kathleen Doyle', company: 'Doyle & Partners', industry: 'Financial Services', source: 'referral', status: 'new', score: 55 },
  { name: 'Tomás Ibarra', company: 'Clínica Ibarra', industry: 'Healthcare', source: 'web:white-paper', status: 'contacted', score: 42 },
  { name: 'Rin Hayashi', company: 'Hayashi Foods', industry: 'Manufacturing', source: 'event:tokyo-roadshow', status: 'qualified', score: 78 },
  { name: 'Georgia Stamm', company: 'Stamm Verlag', industry: 'Education', source: 'web:demo-request', status: 'new', score: 33 },
  { name: 'Levi Sandoval', company: 'Sandoval Solar', industry: 'Technology', source: 'outbound', status: 'unqualified', score: 14 },
  { name: 'Nadine Kessler', company: 'Kessler Apotheken', industry: 'Healthcare', source: 'event:berlin-roadshow', status: 'contacted', score: 59 },
  { name: 'Obi Nwosu', company: 'Delta Grid Cooperative', industry: 'Non-profit', source: 'web:pricing', status: 'new', score: 27 },
  { name: 'Frances Holloway', company: 'Holloway County Schools', industry: 'Government', source: 'referral', status: 'qualified', score: 66 },
  { name: 'Ivan Marković', company: 'Marković Shipping', industry: 'Manufacturing', source: 'outbound', status: 'contacted', score: 51 },
  { name: 'Sunita Rao', company: 'Rao Textiles', industry: 'Retail', source: 'web:white-paper', status: 'new', score: 39 },
  { name: 'Colin Baxter', company: 'Baxter Brewing', industry: 'Retail', source: 'event:spring-conference', status: 'unqualified', score: 19 },
  { name: 'Hugo Ferrand', company: 'Ferrand Optique', industry: 'Healthcare', source: 'event:berlin-roadshow', status: 'contacted', score: 45 },
  { name: 'Carla Espinoza', company: 'Espinoza Credit Bureau', industry: 'Financial Services', source: 'web:demo-request', status: 'new', score: 62 },
  { name: 'Takumi Arai', company: 'Arai Instruments', industry: 'Manufacturing', source: 'event:tokyo-roadshow', status: 'contacted', score: 57 },
  { name: 'Mei Lin Zhao', company: 'Jade Harbor Freight', industry: 'Manufacturing', source: 'web:demo-request', status: 'qualified', score: 74 },
];
