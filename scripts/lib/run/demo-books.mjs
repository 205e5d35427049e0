import path from 'node:path';
import { readJson } from '../data-directory.mjs';

/** The demo company's "today" in tests: its months are open and closed as they expect, whatever the machine's calendar says. */
export const DEMO_DAY = '2026-11-20';

/** The debits of each company on that day. When the story of the demo changes, they are changed here deliberately. */
const DEBITS = {
  'MC-ELIM': 'USD 0.00',
  'MC-DE': 'EUR 4741580.07',
  'MC-HOLD': 'USD 15126800.00',
  'MC-JP': 'JPY 455332173',
  'MC-US': 'USD 15207855.18',
  HL: 'USD 593820.00',
  'HL-SHOP': 'USD 7300.00',
};

/** Returns what differs from the figures that the demo company always has, over REST; undefined when nothing does. */
export async function booksOfDemo({ baseUrl, dataDirectory }) {
  const access = readJson(path.join(dataDirectory, 'access.json'));
  const found = {};
  for (const { id, slug } of access.organizations) {
    const { email, password } = access.users.find(
      ({ organization, role }) => organization === slug && role === 'admin',
    );
    const answer = await fetch(`${baseUrl}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', email, password, organization: slug }),
    });
    const { access_token: token } = await answer.json();
    const headers = { authorization: `Bearer ${token}`, 'x-idp-organization-id': id };
    const ask = async (address) => (await fetch(`${baseUrl}/api/v1/${address}`, { headers })).json();
    for (const company of (await ask('subsidiaries?limit=50')).data) {
      const { currencyCode, totals } = await ask(`reports/trial-balance?subsidiaryId=${company.id}`);
      if (totals.totalDebits !== totals.totalCredits) return `the books of ${company.code} do not balance`;
      found[company.code] = `${currencyCode} ${totals.totalDebits}`;
    }
  }
  const codes = new Set([...Object.keys(DEBITS), ...Object.keys(found)]);
  const wrong = [...codes].filter((code) => found[code] !== DEBITS[code]);
  return wrong.length === 0 ? undefined : wrong.map((code) => `${code} has ${found[code]}`).join(', ');
}
