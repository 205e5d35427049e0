import { writeFileSync } from 'node:fs';
import { openItemsSql } from './src/db/reports/documents/open-items-sql';
import { parameters } from './src/db/reports/parameters';
const [,, org, ...subs] = process.argv;
const lit = (v: unknown): string => Array.isArray(v) ? `'{${v.join(',')}}'` : v === null ? 'null' : `'${String(v)}'`;
const p = parameters();
const q = { roles: ['RECEIVABLE','PAYABLE','EMPLOYEE_PAYABLE'], subsidiaries: subs.map(id => ({id, rate: '1'})), asOf: '2026-03-31' } as any;
for (const ext of ['KEPT','SUMS'] as const) {
const p = parameters();
const text = `${openItemsSql(p, q, org!, ext)} select i.role, i.subsidiary_id as "subsidiaryId", i.currency_code as "currencyCode", sum(i.open)::text as amount,
       sum(i.open_base)::text as base, coalesce(sum(i.open_base) filter (where i.origin = 'REVALUATION'), 0)::text as unrealized
     from items i group by 1, 2, 3 order by 1, 2, 3`;
writeFileSync(`/tmp/day-sums-${ext}.sql`, text.replace(/\$(\d+)/g, (_, n) => lit(p.values[Number(n)-1])));
}
