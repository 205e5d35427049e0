import { writeFileSync } from 'node:fs';
import { pageStatement } from './src/db/reports/documents/aging';
import { openItemsStatement } from './src/db/reports/documents/open-items-page';
import { openItemsSql } from './src/db/reports/documents/open-items-sql';
const [,, org, ...subs] = process.argv;
const lit = (v: unknown): string => Array.isArray(v) ? `'{${v.join(',')}}'` : v === null ? 'null' : `'${String(v)}'`;
const fill = ({text, values}: any) => text.replace(/\$(\d+)/g, (_: string, n: string) => lit(values[Number(n)-1]));
const tenant = { organizationId: org, subsidiaryIds: null } as any;
const query = (asOf: string) => ({ roles: ['RECEIVABLE'], entityId: undefined, subsidiaries: subs.map(id => ({id, rate: '1'})), asOf });
for (const [n, asOf] of [['old','2026-03-31'],['now','2026-11-29']] as const) {
  writeFileSync(`/tmp/day-aging-${n}.sql`, fill(pageStatement(tenant, query(asOf), {offset:0, limit:200, after:null, pattern:null})));
  writeFileSync(`/tmp/day-items-${n}.sql`, fill(openItemsStatement(tenant, query(asOf), {offset:0, limit:1000})));
}
