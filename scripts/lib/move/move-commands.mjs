import os from 'node:os';
import { pause } from '../children.mjs';
import { Failure, sentenceOf } from '../failure.mjs';
import { Move } from './move.mjs';
import { prepareToCompare, verifyOn } from './move-checks.mjs';
import { removeRows } from './move-copy.mjs';
import { forgetOrganization } from './move-identity.mjs';
import { MoveJournal } from './move-journal.mjs';
import { connectToMove, MAIN, urlOf } from './move-servers.mjs';
import { movedTables } from './move-tables.mjs';

/** A killed command disappears from the directory's sessions after a moment; a running one does not. */
const PATIENCE_FOR_OTHERS_MS = 3_000;

/**
 * Moves an organization to another server, or continues a move that was interrupted.
 * @param {{servers: Map<string, string>, organization: string, to: string, sourceUrl?: string, say?: (line: string) => void, reached?: (point: string) => Promise<void>}} wish
 *   organization: its id or short name; reached: called at every point at which the command could be interrupted
 * @returns {Promise<{from: string, to: string, stops: number[]}>} stops: how long writes waited, in milliseconds
 */
export async function moveOrganization({
  servers,
  organization,
  to,
  sourceUrl,
  say = () => {},
  reached = async () => {},
}) {
  return withOrganization(
    { servers, organization },
    async ({ directory, organizationId, placed, journal }) => {
      urlOf(servers, to);
      const underWay = await journal.open();
      if (underWay !== undefined && underWay.to !== to)
        throw new Failure(
          `A move to ${underWay.to} is under way (${underWay.step}); finish it with npm run move -- ${organization} ${underWay.to}, or take it back with --back.`,
        );
      if (underWay === undefined && placed === to) throw new Failure(`The organization is already on ${to}.`);
      const plan = underWay ?? { from: placed, to, step: 'STARTED' };
      const move = new Move({ servers, directory, journal, organizationId, plan, say, reached, sourceUrl });
      try {
        await move.connect();
        if (plan.step !== 'CLOSING' && plan.step !== 'SWITCHED') await move.demandPossible();
        if (underWay === undefined) await journal.begin({ from: placed, to, by: operator() });
        else say(`Carrying on with the move from ${plan.from}, which had reached ${plan.step}.`);
        await reached('started');
        await noting(journal, () => move.run());
        return { from: plan.from, to, stops: move.stops };
      } finally {
        await move.disconnect();
      }
    },
  );
}

/** Undoes a move that has not switched yet. Refuses one that has, and an organization that is not being moved. */
export async function goBack({ servers, organization, say = () => {}, reached = async () => {} }) {
  return withOrganization(
    { servers, organization },
    async ({ directory, organizationId, placed, journal }) => {
      const plan = await journal.open();
      if (plan === undefined)
        throw new Failure(`No move of ${organization} is under way; it is on ${placed}.`);
      if (plan.step === 'SWITCHED')
        throw new Failure(
          `The organization is on ${plan.to} already; finish with npm run move -- ${organization} ${plan.to}, then move it to ${plan.from}.`,
        );
      const move = new Move({ servers, directory, journal, organizationId, plan, say, reached });
      try {
        await move.connect();
        await noting(journal, () => move.goBack());
        return { from: plan.from, to: plan.to };
      } finally {
        await move.disconnect();
      }
    },
  );
}

/**
 * Removes the rows that an organization left behind on other servers, when its books pass their verification where they are.
 * Refuses while a move is under way, when the books fail, and when nothing is left anywhere.
 * @returns {Promise<{server: string, rows: number}[]>}
 */
export async function removeOld({ servers, organization, say = () => {} }) {
  return withOrganization({ servers, organization }, async ({ organizationId, placed, journal }) => {
    const underWay = await journal.open();
    if (underWay !== undefined)
      throw new Failure(
        `A move to ${underWay.to} is under way (${underWay.step}); finish it or take it back with --back first.`,
      );
    const left = await leftBehind(servers, placed, organizationId);
    if (left.length === 0)
      throw new Failure(`No server has old rows of ${organization}; it is on ${placed}.`);
    await demandSoundAt(urlOf(servers, placed), placed, organizationId);
    const removed = [];
    for (const server of left) {
      const client = await connectToMove(urlOf(servers, server));
      try {
        const rows = await removeRows(client, await movedTables(client), organizationId);
        await forgetOrganization(client, { organizationId, from: server });
        if ((await journal.lastFrom(server)) !== undefined)
          await journal.reach('REMOVED', { rowsRemoved: rows });
        removed.push({ server, rows });
        say(`Removed ${rows} old rows from ${server}.`);
      } finally {
        await client.end().catch(() => {});
      }
    }
    return removed;
  });
}

/** The servers on which the organization has rows that may no longer be written. */
async function leftBehind(servers, placed, organizationId) {
  const found = [];
  for (const [name, url] of servers) {
    if (name === placed) continue;
    const client = await connectToMove(url);
    try {
      const { rowCount } = await client.query(
        `select from organization_gates g where g.organization_id = $1 and g.state = 'GONE'
           and (exists (select from organizations where id = $1) or exists (select from ledger_lines where organization_id = $1))`,
        [organizationId],
      );
      if (rowCount === 1) found.push(name);
    } finally {
      await client.end().catch(() => {});
    }
  }
  return found;
}

async function demandSoundAt(url, server, organizationId) {
  const client = await connectToMove(url);
  try {
    await prepareToCompare(client);
    const { rowCount } = await client.query(
      `select from organizations o where o.id = $1
         and not exists (select from organization_gates g where g.organization_id = o.id and g.state <> 'OPEN')`,
      [organizationId],
    );
    if (rowCount === 0) throw new Failure(`The organization is not open on ${server}; nothing was removed.`);
    const { faults } = await verifyOn(client, organizationId);
    if (faults.length > 0)
      throw new Failure(
        `The books on ${server} fail their verification (${faults[0]}); nothing was removed.`,
      );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Finds the organization at the directory and locks its moves, so that two commands never work on one organization. */
async function withOrganization({ servers, organization }, work) {
  const directory = await connectToMove(urlOf(servers, MAIN));
  try {
    const organizationId = await idOf(directory, organization);
    await takeTurn(directory, organizationId, organization);
    const { rows } = await directory.query('select server from placements where organization_id = $1', [
      organizationId,
    ]);
    const journal = new MoveJournal(directory, organizationId);
    return await work({ directory, organizationId, placed: rows[0]?.server ?? MAIN, journal });
  } finally {
    await directory.end().catch(() => {});
  }
}

async function idOf(directory, organization) {
  const { rows } = await directory.query(
    'select id from organization_slugs where slug = $1 or id::text = lower($1)',
    [organization],
  );
  if (rows.length === 0)
    throw new Failure(`There is no organization ${organization}; name it by its id or its short name.`);
  return rows[0].id;
}

async function takeTurn(directory, organizationId, organization) {
  const until = performance.now() + PATIENCE_FOR_OTHERS_MS;
  for (;;) {
    const { rows } = await directory.query(
      `select pg_try_advisory_lock(hashtextextended('move:' || $1, 0)) as taken`,
      [organizationId],
    );
    if (rows[0].taken) return;
    if (performance.now() > until)
      throw new Failure(`Another command is moving ${organization}; wait until it has ended.`);
    await pause(100);
  }
}

/** Records in the journal why a step failed. */
async function noting(journal, work) {
  try {
    await work();
  } catch (error) {
    await journal.fail(sentenceOf(error)).catch(() => {});
    throw error;
  }
}

const operator = () => `${os.userInfo().username}@${os.hostname()}`;
