import path from 'node:path';
import { readJson, writePrivateJson } from './data-directory.mjs';
import { FIRST_LINK_MINUTES } from './run/first-link.mjs';

/** The file with the demo's addresses and logins, for people and scripts. */
export const accessFile = (dataDirectory) => path.join(dataDirectory, 'access.json');

/**
 * Updates access.json to this start's address. When it is missing (another data directory on the same DATABASE_URL), it is
 * restored from the copy kept in the database.
 * @param {string} dataDirectory
 * @param {string} baseUrl
 * @param {string | undefined} kept the copy kept in the database, as JSON
 * @returns the access data, or undefined when there is none
 */
export function refreshAccess(dataDirectory, baseUrl, kept) {
  const found = readJson(accessFile(dataDirectory)) ?? (kept ? JSON.parse(kept) : undefined);
  if (!found) return undefined;
  const access = { ...found, baseUrl };
  writePrivateJson(accessFile(dataDirectory), access);
  return access;
}

/**
 * The text the terminal shows after a start: the address; for a demo the logins and some first requests; while there are no accounts, the
 * link for the first owner.
 */
export function greeting({ access, baseUrl, firstLink }, dataDirectory) {
  const lines = ['', `Daybook is ready at ${baseUrl}`];
  if (firstLink) lines.push(...invitation(firstLink));
  if (access)
    lines.push(...logins(access), ...keys(access), ...firstRequests(access, baseUrl, dataDirectory));
  lines.push('', 'Ctrl-C stops it.', '');
  return lines.join('\n');
}

const invitation = (link) => [
  '',
  'No one has an account here yet. Open this link to create yours and your company’s books:',
  `  ${link}`,
  `It works once, for ${FIRST_LINK_MINUTES} minutes; the next start prints another one. Without a browser: npm run people -- help`,
];

function logins({ users = [] }) {
  const width = Math.max(0, ...users.map(({ email }) => email.length));
  const rows = users.map(
    ({ email, password, role, organization }) =>
      `  ${email.padEnd(width)}  ${password}  ${role}, ${organization}`,
  );
  return ['', 'Demo logins', ...rows];
}

function keys({ organizations = [] }) {
  return [
    '',
    'Demo API keys',
    ...organizations.map(({ name, companyId, apiKey }) => `  ${name}: ${apiKey} (company ${companyId})`),
  ];
}

function firstRequests({ users = [], organizations = [], examples = {} }, baseUrl, dataDirectory) {
  const admin = users.find(({ role }) => role === 'admin') ?? users[0];
  const [organization] = organizations;
  if (!admin || !organization) return [];
  const credentials = JSON.stringify({
    grant_type: 'password',
    email: admin.email,
    password: admin.password,
  });
  const lines = [
    '',
    'First requests',
    `  TOKEN=$(curl -s ${baseUrl}/auth/token -H 'content-type: application/json' -d '${credentials}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s '${baseUrl}/prospects?limit=3' -H "authorization: Bearer $TOKEN"`,
    `  curl -s '${baseUrl}/api/v1/gl/transactions?limit=3' -H "authorization: Bearer $TOKEN" -H 'x-idp-organization-id: ${organization.id}'`,
  ];
  if (examples.projectId) {
    lines.push(
      `  curl -s '${baseUrl}/api/external/budget-views?project_id=${examples.projectId}' -H 'x-api-key: ${organization.apiKey}' -H 'x-organization-id: ${organization.id}' -H 'x-company-id: ${organization.companyId}'`,
    );
  }
  lines.push(`  (all of it as JSON: ${accessFile(dataDirectory)})`);
  return lines;
}
