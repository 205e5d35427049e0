import PgBoss from 'pg-boss';
import { directoryPool } from '../client';
import { doAfterCommit, isAtDirectory, sql, type Tenant } from '../tenancy';

/** The queue of turns: each item is the id of an organization that may work on one of its jobs for a few seconds. */
const TURNS = 'turns';

interface Turn {
  readonly organizationId: string;
}

/** pg-boss on connections of ours: its tables are made by the migrations, and it changes none of them. */
const options = (executeSql: PgBoss.Db['executeSql']): PgBoss.ConstructorOptions => ({
  db: { executeSql },
  migrate: false,
});

const onPool = (text: string, values: unknown[]) =>
  directoryPool().queryAs({ organizationId: null, userId: null }, { text, values });

/** For sending alone; it opens nothing and needs no start. */
let sender: PgBoss | undefined;
const sending = () => {
  sender ??= new PgBoss({ ...options(onPool), schedule: false, supervise: false });
  return sender;
};

/**
 * Gives the tenant's organization a turn once this transaction has committed. Every job that is stored asks for a turn of its own:
 * one that was already waiting might be taken before the job can be seen. The queue is the directory's: from another server the turn is
 * asked for after the commit, and one that is lost in between is given by the next sweep.
 */
export async function askForTurn(tenant: Tenant, jobId: string): Promise<void> {
  const turn: Turn = { organizationId: tenant.organizationId };
  if (isAtDirectory(tenant)) {
    const db: PgBoss.Db = {
      executeSql: async (text, values) => ({ rows: await sql(tenant, text, values) }),
    };
    await sending().send(TURNS, turn, { db, singletonKey: jobId });
    return;
  }
  doAfterCommit(tenant, async () => void (await sending().send(TURNS, turn, { singletonKey: jobId })));
}

/** Gives an organization another turn, after all that wait now; at most one at a time. */
export async function passTurn(organizationId: string, afterSeconds = 0): Promise<void> {
  const turn: Turn = { organizationId };
  await sending().send(TURNS, turn, { singletonKey: organizationId, startAfter: afterSeconds });
}

/** Regular work by the name of its queue. */
export interface RegularQueue {
  readonly cron: string;
  run(): Promise<void>;
  /** Begins at its hours only, not also when a server starts. */
  readonly waits?: boolean;
}

export interface QueueWork {
  /** Uses an organization's turn. */
  takeTurn(organizationId: string): Promise<void>;
  /** What is done at its hours, by the name of its queue. */
  readonly regular: Readonly<Record<string, RegularQueue>>;
  /** Receives the errors of pg-boss, such as an unreachable database. */
  onError(error: Error): void;
}

export interface OpenQueue {
  /** Fails turns of servers that were killed, so that they are given again; pg-boss does it twice a minute by itself. */
  maintain(): Promise<void>;
  /** The time of the queue's database, in milliseconds since 1970. */
  time(): Promise<number>;
  /** Starts what the queue postponed to a time that is far away for a clock that was set back. Safe to repeat, or to call without need. */
  release(): Promise<void>;
  /** Asks for work at once on this server: a worker that measured its pause by a clock that was set back sleeps for as long. */
  wake(): void;
  /** Takes no more turns and waits for those being used. */
  stop(): Promise<void>;
}

/** How many turns one server uses at a time, so that one long statement does not hold up everyone. */
const TURNS_AT_A_TIME = 2;

/** Where pg-boss puts regular work that is due; a worker of its own moves it to its queue. */
const HOURS_THAT_CAME = '__pgboss__send-it';

const NOBODY_WAITS_LONGER = `interval '2 minutes'`;

/**
 * The queue's own dates after its database's clock was set back. pg-boss compares all of them with the clock of the moment: work that is to
 * begin ahead of it would wait for as long as the clock was set back, so would its maintenance and the hours of regular work, and what a
 * killed server had taken would not expire. Hours that passed once pass again, and their work runs again.
 */
const RELEASE = [
  `update pgboss.version set maintained_on = least(maintained_on, now()), cron_on = least(cron_on, now())
   where maintained_on > now() or cron_on > now()`,
  `update pgboss.job set start_after = now() where state < 'active' and start_after > now()
     and (created_on > now() or start_after > now() + ${NOBODY_WAITS_LONGER})`,
  `update pgboss.job set started_on = now() where state = 'active' and started_on > now()`,
  `update pgboss.job set singleton_on = null where state > 'active' and singleton_on > now() at time zone 'utc'`,
];

async function releaseQueue(): Promise<void> {
  for (const text of RELEASE) await onPool(text, []);
}

async function queueTime(): Promise<number> {
  const { rows } = await onPool('select extract(epoch from clock_timestamp()) * 1000 as time', []);
  return Number(rows[0]?.time);
}

/** Begins to take turns and to do regular work. Any number of servers may; each turn and each hour is taken by one of them. */
export async function openQueue(work: QueueWork): Promise<OpenQueue> {
  const inUse = new Set<Promise<void>>();
  const boss = new PgBoss({
    ...options(onPool),
    maintenanceIntervalSeconds: 30,
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 30,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterHours: 1,
  });
  boss.on('error', work.onError);
  // The clock may have been set back while no server ran.
  await releaseQueue();
  await boss.start();
  const used = async (use: () => Promise<void>) => {
    const using = use();
    inUse.add(using);
    try {
      await using;
    } finally {
      inUse.delete(using);
    }
  };
  const workers: string[] = [];
  for (let at = 0; at < TURNS_AT_A_TIME; at += 1) {
    workers.push(
      await boss.work<Turn>(TURNS, { pollingIntervalSeconds: 2 }, ([turn]) =>
        turn === undefined ? Promise.resolve() : used(() => work.takeTurn(turn.data.organizationId)),
      ),
    );
  }
  // Beside the one of pg-boss, which cannot be woken.
  workers.push(
    await boss.work<PgBoss.JobInsert>(
      HOURS_THAT_CAME,
      { pollingIntervalSeconds: 30, batchSize: 50 },
      async (came) => void (await boss.insert(came.map(({ data }) => data))),
    ),
  );
  for (const [name, { cron, run, waits }] of Object.entries(work.regular)) {
    await boss.schedule(name, cron, {}, { singletonKey: name });
    workers.push(await boss.work(name, { pollingIntervalSeconds: 15 }, () => used(run)));
    // Once soon after the start, by whichever server is first.
    if (waits !== true) await boss.send(name, {}, { singletonKey: 'start', singletonSeconds: 60 });
  }
  return {
    maintain: () => boss.maintain(),
    time: queueTime,
    release: releaseQueue,
    wake() {
      for (const id of workers) boss.notifyWorker(id);
    },
    async stop() {
      for (const name of [TURNS, HOURS_THAT_CAME, ...Object.keys(work.regular)]) await boss.offWork(name);
      await Promise.allSettled(inUse);
      // Turns that have just ended are marked as such before the connection closes.
      await new Promise((resume) => setImmediate(resume));
      await boss.stop({ graceful: false, wait: false, close: false });
    },
  };
}
