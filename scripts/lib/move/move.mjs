import { pause } from '../children.mjs';
import { Failure } from '../failure.mjs';
import {
  compareQuickly,
  compareWhole,
  prepareToCompare,
  renumberTail,
  unsealedOn,
  verifyOn,
} from './move-checks.mjs';
import { analyzeCopied, copyOrganization, removeRows } from './move-copy.mjs';
import { bringPeople, forgetOrganization, membersOf, tellDirectory } from './move-identity.mjs';
import { connectToMove, demandFit, demandSameSchema, urlOf } from './move-servers.mjs';
import {
  hasReached,
  isStreaming,
  presentPosition,
  publish,
  streamName,
  subscribe,
  unpublish,
  unsubscribe,
} from './move-stream.mjs';
import { movedTables } from './move-tables.mjs';

/** Writes wait no longer than this; a move that has not finished its checks by then lets them continue and tries again. */
const LONGEST_STOP_MS = 1_800;
/** How long the move itself waits for writes under way to end, while later ones queue behind it. */
const LOCK_PATIENCE = '1s';
const BETWEEN_TRIES_MS = 2_000;
const TRIES = 60;

/**
 * One move of an organization: copies it by logical replication, checks it on both sides, and switches. Every method is one step that can
 * safely be repeated. Connections of the owner: `directory`, `source`, `target`, and `gate`, a second one to the source, whose session
 * holds the gate's lock, so that writes continue automatically if this process ends.
 */
export class Move {
  constructor({ servers, directory, journal, organizationId, plan, say, reached, sourceUrl }) {
    Object.assign(this, { servers, directory, journal, organizationId, plan, say, reached });
    this.from = plan.from;
    this.to = plan.to;
    this.urls = { source: urlOf(servers, plan.from), target: urlOf(servers, plan.to) };
    // How the target reaches the source, where that differs from how this machine reaches it.
    this.sourceUrl = sourceUrl ?? this.urls.source;
    this.name = streamName(organizationId);
    this.stops = [];
  }

  async connect() {
    this.source = await connectToMove(this.urls.source);
    this.target = await connectToMove(this.urls.target);
    this.gate = await connectToMove(this.urls.source);
    await Promise.all([this.source, this.target].map(prepareToCompare));
    this.tables = await movedTables(this.source);
  }

  async disconnect() {
    for (const client of [this.source, this.target, this.gate]) await client?.end().catch(() => {});
  }

  /** Refuses a move that is not possible under the present conditions, before anything changes. */
  async demandPossible() {
    await demandFit(this.source, 'source', { name: this.from, url: this.urls.source, slot: this.name });
    await demandFit(this.target, 'target', { name: this.to, url: this.urls.target, slot: this.name });
    await demandSameSchema(this.source, this.target, this);
    const { rowCount } = await this.source.query('select from organizations where id = $1', [
      this.organizationId,
    ]);
    if (rowCount === 0)
      throw new Failure(
        `The organization ${this.organizationId} is not on the server ${this.from}, where it should be.`,
      );
  }

  /** Continues the move from the step it had reached, to its end. */
  async run() {
    let { step } = this.plan;
    if (step === 'CLOSING' && (await this.gateState()) !== 'CLOSED') {
      await this.reopen();
      step = 'COPIED';
    }
    if (step !== 'CLOSING' && step !== 'SWITCHED') {
      if (step === 'STARTED' || !(await isStreaming(this.source, this.target, this.name))) await this.copy();
      await this.tryAgain(() => this.rehearse());
      await this.tryAgain(() => this.close());
    } else if (step === 'CLOSING') await this.switchOver();
    await this.finish();
  }

  /** Repeats a step for which writes must wait, until it is done or has been abandoned too often. */
  async tryAgain(step) {
    for (let tries = 1; !(await step()); tries += 1) {
      if (tries >= TRIES)
        throw new Failure(
          'Writes that take long left no moment to switch; call the command again when there are fewer.',
        );
      this.say('Writes under way took too long to wait for; trying again.');
      await pause(BETWEEN_TRIES_MS);
    }
  }

  /** The copy, and the stream of what is written meanwhile. */
  async copy() {
    await this.clear();
    await publish(this.source, this);
    await this.reached('published');
    this.say(`Copying from ${this.from} to ${this.to}.`);
    const copied = await copyOrganization({
      ...this.urls,
      organizationId: this.organizationId,
      slot: this.name,
      tables: this.tables,
      reached: this.reached,
    });
    await this.reached('copied');
    await analyzeCopied(this.target, copied.byTable);
    await subscribe(this.target, { name: this.name, sourceUrl: this.sourceUrl });
    await this.reached('subscribed');
    await this.journal.reach('COPIED', { rowsCopied: copied.rows, copyMs: copied.ms });
    this.say(`Copied ${copied.rows} rows in ${(copied.ms / 1000).toFixed(1)} s.`);
  }

  /** Clears the target of the organization's rows, bars it from being written there, and removes the stream of an earlier attempt. */
  async clear() {
    await this.target.query(`select daybook_set_gate($1, 'GONE')`, [this.organizationId]);
    await unsubscribe(this.target, this.name);
    await unpublish(this.source, this.name);
    await this.reached('cleared');
    await removeRows(this.target, this.tables, this.organizationId, this.reached);
  }

  /** Waits until the target has everything written before the call. */
  async follow() {
    await hasReached(this.source, this.target, { name: this.name, lsn: await presentPosition(this.source) });
    await this.reached('followed');
  }

  /**
   * Calls `work` while the organization's writes wait at the source and the target has everything that was written. Returns false, without
   * calling `work`, when writes in progress do not end in time or the target does not catch up in time. The lock belongs to a session:
   * writes continue when that ends, however it ends.
   */
  async whileWritesWait(work) {
    await this.gate.query(`set lock_timeout = '${LOCK_PATIENCE}'`);
    const asked = performance.now();
    const deadline = asked + LONGEST_STOP_MS;
    try {
      await this.gate.query(`select pg_advisory_lock(hashtextextended('gate:' || $1, 0))`, [
        this.organizationId,
      ]);
    } catch (error) {
      this.stops.push(Math.round(performance.now() - asked));
      if (error.code === '55P03') return false;
      throw error;
    }
    try {
      const lsn = await presentPosition(this.gate);
      if (!(await hasReached(this.gate, this.target, { name: this.name, lsn, deadline }))) return false;
      return await work(deadline);
    } finally {
      // When the session is gone, so is the lock.
      await this.gate.query('select pg_advisory_unlock_all()').catch(() => {});
      this.stops.push(Math.round(performance.now() - asked));
    }
  }

  /**
   * Compares everything on both sides, row for row, and verifies the books at the target, while writes go on: for a moment they wait, until
   * both sides have the same rows and a snapshot is taken of each. Returns false when that did not succeed.
   */
  async rehearse() {
    await this.follow();
    const here = await connectToMove(this.urls.source);
    const there = await connectToMove(this.urls.target);
    try {
      const onBoth = (text) => Promise.all([here.query(text), there.query(text)]);
      await Promise.all([prepareToCompare(here), prepareToCompare(there)]);
      await onBoth('begin isolation level repeatable read read only');
      // The first query takes the snapshot.
      const isTaken = await this.whileWritesWait(async () => {
        await onBoth('select 1');
        return true;
      });
      if (!isTaken) return false;
      await this.reached('rehearsing');
      const compared = await compareWhole(here, there, this.tables, this.organizationId);
      demandNone(compared.different, 'The copy differs from the source');
      const { faults, heads } = await verifyOn(there, this.organizationId);
      demandNone(faults, 'The books fail their verification (npm run verify says more)');
      this.checked = {
        quick: compared.quick,
        heads,
        unsealed: await unsealedOn(there, this.organizationId),
      };
      await this.journal.reach('CHECKED', {
        rowsCompared: compared.rows,
        tablesCompared: this.tables.length,
        heads,
      });
      this.say(
        `Compared ${compared.rows} rows of ${this.tables.length} tables and verified the books: both sides have the same.`,
      );
    } finally {
      await Promise.all([here.end(), there.end()].map((ended) => ended.catch(() => {})));
    }
    await this.reached('checked');
    return true;
  }

  /**
   * Stops the organization's writes, compares what can be compared in that time, opens the target and closes the source. Returns false,
   * with everything as it was before, when that takes longer than writes may wait.
   */
  async close() {
    await this.follow();
    return this.whileWritesWait(async (deadline) => {
      await this.reached('waiting');
      if (!(await this.prepare(deadline))) return false;
      await this.reached('prepared');
      if (performance.now() > deadline) return false;
      const { organizationId, directory } = this;
      await inTransaction(directory, async () => {
        await this.journal.reach('CLOSING', { tablesComparedWaiting: this.checked.quick.length });
        await directory.query(`select daybook_place($1, $2, 'MOVING')`, [organizationId, this.from]);
      });
      await this.reached('moving');
      await this.target.query(`select daybook_set_gate($1, 'OPEN')`, [organizationId]);
      await this.reached('opened');
      await this.gate.query(`select daybook_set_gate($1, 'CLOSED')`, [organizationId]);
      await this.reached('closed');
      await this.switchOver();
      return true;
    });
  }

  /** The last comparison, and what the target must have before it opens. Returns false when there is not enough time for it. */
  async prepare(deadline) {
    const { organizationId, directory, source, target, to, checked } = this;
    const both = (text) => Promise.all([source.query(text), target.query(text)]);
    await both(`set statement_timeout = ${Math.max(50, Math.round(deadline - performance.now()))}`);
    try {
      await demandSameSchema(source, target, this);
      demandNone(
        await compareQuickly(source, target, checked.quick, organizationId),
        'The copy differs from the source',
      );
      const { faults } = await verifyOn(target, organizationId, { after: checked.heads, isWhole: false });
      demandNone(faults, 'The books fail their verification at the target');
      await bringPeople(directory, target, { organizationId, to });
      await inTransaction(target, async () => {
        await target.query('set local session_replication_role = replica');
        await renumberTail(target, organizationId, checked.unsealed);
      });
      return true;
    } catch (error) {
      if (error.code !== '57014') throw error;
      // Next time fewer tables are compared while writes wait; the rehearsal has compared them all.
      checked.quick = checked.quick.slice(0, Math.floor(checked.quick.length / 2));
      return false;
    } finally {
      await both('set statement_timeout = 0');
    }
  }

  /** The single transaction of the directory that changes the organization's server. */
  async switchOver() {
    const { directory, organizationId, to } = this;
    const members = await membersOf(this.target, organizationId);
    await inTransaction(directory, async () => {
      await tellDirectory(directory, { organizationId, to, members });
      await directory.query(`select daybook_place($1, $2, 'SETTLED')`, [organizationId, to]);
      await this.journal.reach('SWITCHED');
      await this.reached('switching');
    });
    await this.reached('switched');
  }

  /** After the switch: the source is closed permanently, and nothing of the stream is left. Its rows stay until they are removed. */
  async finish() {
    await this.source.query(`select daybook_set_gate($1, 'GONE')`, [this.organizationId]);
    await this.reached('gone');
    await unsubscribe(this.target, this.name);
    await this.reached('unsubscribed');
    await unpublish(this.source, this.name);
    await this.journal.reach(
      'DONE',
      this.stops.length === 0 ? {} : { longestStopMs: Math.max(...this.stops), stops: this.stops.length },
    );
  }

  /** Leaves the organization where it is, as if the switch had never been prepared. */
  async reopen() {
    const { directory, organizationId } = this;
    await this.target.query(`select daybook_set_gate($1, 'GONE')`, [organizationId]);
    if ((await this.gateState()) === 'CLOSED')
      await this.source.query(`select daybook_set_gate($1, 'OPEN')`, [organizationId]);
    await inTransaction(directory, async () => {
      await this.journal.reach('COPIED');
      await directory.query(
        `select daybook_place(organization_id, server, 'SETTLED') from placements where organization_id = $1 and state = 'MOVING'`,
        [organizationId],
      );
    });
  }

  /** Undoes a move that has not switched: nothing of it or of its stream is left at the target. */
  async goBack() {
    await this.reopen();
    await this.reached('reopened');
    await this.clear();
    await forgetOrganization(this.target, { organizationId: this.organizationId, from: this.to });
    await this.journal.reach('BACK');
  }

  async gateState() {
    const { rows } = await this.source.query(
      'select state from organization_gates where organization_id = $1',
      [this.organizationId],
    );
    return rows[0]?.state;
  }
}

async function inTransaction(client, work) {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

function demandNone(faults, words) {
  if (faults.length > 0)
    throw new Failure(`${words}: ${faults.slice(0, 5).join('; ')}. Go back with --back.`);
}
