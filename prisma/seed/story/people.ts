import type { Actor, SubsidiaryKey } from './documents';

/** One employee; four levels, managers before their reports. The salary is annual, in the company's own currency. */
export interface Person {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly department: string;
  readonly subsidiary: SubsidiaryKey;
  readonly manager: string | null;
  readonly salary: number;
  readonly startDate: string;
  readonly status: 'active' | 'inactive' | 'archived';
  readonly endDate?: string;
  readonly employmentType: 'full-time' | 'part-time' | 'contractor' | 'intern';
}

type Row = readonly [
  key: string,
  name: string,
  title: string,
  department: string,
  subsidiary: SubsidiaryKey,
  manager: string | null,
  salary: number,
  startDate: string,
  employmentType?: Person['employmentType'],
];

// biome-ignore format: a table reads better with one row per line
const ROWS: readonly Row[] = [
  ['okafor', 'Adaeze Okafor', 'Chief Executive Officer', 'EXEC', 'HOLD', null, 310_000, '2017-03-01'],
  ['whitfield', 'Dana Whitfield', 'Chief Financial Officer', 'FIN', 'HOLD', 'okafor', 265_000, '2018-06-11'],
  ['lindqvist', 'Erik Lindqvist', 'Chief Technology Officer', 'ENG', 'US', 'okafor', 272_000, '2017-03-01'],
  ['moreau', 'Camille Moreau', 'VP Sales', 'SAL', 'US', 'okafor', 228_000, '2019-01-14'],
  ['tanaka', 'Haruto Tanaka', 'Managing Director Japan', 'SAL-APAC', 'JP', 'okafor', 21_600_000, '2020-04-01'],
  ['brandt', 'Katrin Brandt', 'Managing Director Europe', 'SAL-EMEA', 'DE', 'okafor', 182_000, '2019-09-02'],
  ['castellano', 'Rosa Castellano', 'VP Customer Success', 'CS', 'US', 'okafor', 204_000, '2019-05-20'],
  ['mbeki', 'Thandi Mbeki', 'VP People', 'PPL', 'HOLD', 'okafor', 188_000, '2020-02-03'],
  ['hollis', 'Priya Hollis', 'Corporate Controller', 'FIN-ACC', 'US', 'whitfield', 176_000, '2019-08-19'],
  ['nakagawa', 'Ken Nakagawa', 'Revenue Accounting Manager', 'FIN-REV', 'US', 'whitfield', 142_000, '2021-02-22'],
  ['ferreira', 'Luiz Ferreira', 'Financial Planning Manager', 'FIN', 'US', 'whitfield', 148_000, '2021-10-04'],
  ['ashby', 'Marcus Ashby', 'Senior Accountant', 'FIN-ACC', 'US', 'hollis', 98_000, '2022-03-07'],
  ['yusuf', 'Leyla Yusuf', 'Accounts Payable Specialist', 'FIN-ACC', 'US', 'hollis', 74_000, '2023-01-16'],
  ['vogel', 'Jonas Vogel', 'Bilanzbuchhalter', 'FIN-ACC', 'DE', 'hollis', 72_000, '2021-05-03'],
  ['sato', 'Yui Sato', 'Accountant', 'FIN-ACC', 'JP', 'hollis', 7_800_000, '2022-04-01'],
  ['petrov', 'Nadia Petrov', 'Billing Analyst', 'FIN-REV', 'US', 'nakagawa', 82_000, '2022-08-29'],
  ['raman', 'Vikram Raman', 'Director of Platform', 'ENG-PLT', 'US', 'lindqvist', 218_000, '2018-02-12'],
  ['delgado', 'Ines Delgado', 'Director of Applications', 'ENG-APP', 'US', 'lindqvist', 206_000, '2019-04-08'],
  ['keller', 'Tobias Keller', 'Reliability Lead', 'ENG-SRE', 'DE', 'lindqvist', 118_000, '2020-07-01'],
  ['oconnor', 'Sean O’Connor', 'Staff Engineer', 'ENG-PLT', 'US', 'raman', 196_000, '2018-09-17'],
  ['bui', 'Linh Bui', 'Senior Engineer', 'ENG-PLT', 'US', 'raman', 178_000, '2020-11-02'],
  ['adeyemi', 'Tunde Adeyemi', 'Engineer', 'ENG-PLT', 'US', 'raman', 152_000, '2022-06-13'],
  ['schroeder', 'Lena Schröder', 'Senior Engineer', 'ENG-PLT', 'DE', 'raman', 96_000, '2021-01-11'],
  ['kowalski', 'Marta Kowalski', 'Senior Engineer', 'ENG-APP', 'DE', 'delgado', 94_000, '2021-03-15'],
  ['reyes', 'Daniel Reyes', 'Engineer', 'ENG-APP', 'US', 'delgado', 149_000, '2022-10-10'],
  ['ito', 'Sakura Ito', 'Engineer', 'ENG-APP', 'JP', 'delgado', 9_600_000, '2022-07-01'],
  ['chen', 'Wei Chen', 'Product Designer', 'ENG-APP', 'US', 'delgado', 138_000, '2021-08-23'],
  ['hartmann', 'Felix Hartmann', 'Reliability Engineer', 'ENG-SRE', 'DE', 'keller', 84_000, '2022-02-01'],
  ['mori', 'Daiki Mori', 'Reliability Engineer', 'ENG-SRE', 'JP', 'keller', 8_900_000, '2023-04-03'],
  ['brooks', 'Alicia Brooks', 'Regional Sales Director', 'SAL-AMER', 'US', 'moreau', 158_000, '2020-03-09'],
  ['haddad', 'Omar Haddad', 'Account Executive', 'SAL-AMER', 'US', 'brooks', 104_000, '2021-06-21'],
  ['mcallister', 'Fiona McAllister', 'Account Executive', 'SAL-AMER', 'US', 'brooks', 101_000, '2022-01-31'],
  ['weber', 'Stefan Weber', 'Account Executive', 'SAL-EMEA', 'DE', 'brandt', 78_000, '2021-11-15'],
  ['rossi', 'Giulia Rossi', 'Account Executive', 'SAL-EMEA', 'DE', 'brandt', 76_000, '2022-09-01'],
  ['kimura', 'Aoi Kimura', 'Account Executive', 'SAL-APAC', 'JP', 'tanaka', 8_400_000, '2022-10-03'],
  ['ogden', 'Harriet Ogden', 'Marketing Director', 'MKT', 'US', 'moreau', 146_000, '2020-08-24'],
  ['baptiste', 'Noah Baptiste', 'Content Strategist', 'MKT', 'US', 'ogden', 88_000, '2023-02-13'],
  ['singh', 'Gurpreet Singh', 'Support Manager', 'CS-SUP', 'US', 'castellano', 124_000, '2020-05-18'],
  ['novak', 'Petra Novak', 'Services Manager', 'CS-PS', 'DE', 'castellano', 98_000, '2020-10-05'],
  ['lam', 'Grace Lam', 'Support Engineer', 'CS-SUP', 'US', 'singh', 92_000, '2022-05-09'],
  ['fischer', 'Anja Fischer', 'Implementation Consultant', 'CS-PS', 'DE', 'novak', 74_000, '2022-04-04'],
  ['goldberg', 'Eli Goldberg', 'Implementation Consultant', 'CS-PS', 'US', 'novak', 112_000, '2021-09-13', 'contractor'],
];

/** Currently on parental leave. */
const AWAY: Readonly<Record<string, Pick<Person, 'status' | 'endDate'>>> = {
  baptiste: { status: 'inactive' },
};

/** The 42 people of Meridian Cloud, managers before their reports. */
export const PEOPLE: readonly Person[] = ROWS.map(
  ([key, name, title, department, subsidiary, manager, salary, startDate, employmentType]) => ({
    key,
    name,
    title,
    department,
    subsidiary,
    manager,
    salary,
    startDate,
    status: 'active',
    employmentType: employmentType ?? 'full-time',
    ...AWAY[key],
  }),
);

/** Who signs in at Meridian Cloud: one person per role. The auditor and the viewer are external. */
export const LOGINS: readonly {
  readonly role: Actor;
  readonly email: string;
  readonly name: string;
  readonly employee: string | null;
}[] = [
  { role: 'admin', email: 'admin@meridian.demo', name: 'Dana Whitfield', employee: 'whitfield' },
  { role: 'controller', email: 'controller@meridian.demo', name: 'Priya Hollis', employee: 'hollis' },
  { role: 'accountant', email: 'accountant@meridian.demo', name: 'Marcus Ashby', employee: 'ashby' },
  { role: 'approver', email: 'approver@meridian.demo', name: 'Luiz Ferreira', employee: 'ferreira' },
  { role: 'revenue', email: 'revenue@meridian.demo', name: 'Ken Nakagawa', employee: 'nakagawa' },
  { role: 'sales', email: 'sales@meridian.demo', name: 'Alicia Brooks', employee: 'brooks' },
  { role: 'auditor', email: 'auditor@meridian.demo', name: 'Ruth Abernathy', employee: null },
  { role: 'viewer', email: 'viewer@meridian.demo', name: 'Victor Lang', employee: null },
];
