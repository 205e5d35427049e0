import { createServer } from 'node:http';
import { sweepIdentity } from '@/auth/housekeeping';
import {
  closeConnections,
  measureReplicas,
  openRecordClient,
  poolState,
  poolStates,
  type ReplicaState,
  replicaStates,
} from '@/db/health';
import { clockWatch } from '@/jobs/clock-watch';
import { houseJobs } from '@/jobs/house-jobs';
import { startQueue } from '@/jobs/queue';
import { startAttendants } from '@/jobs/start';
import { verifyRegularly } from '@/jobs/verify-regularly';
import { env } from '@/lib/env';
import { log } from '@/lib/telemetry/log';
import { exposeGauge, exposeProcessMetrics, exposeServerGauge } from '@/lib/telemetry/metrics';
import { startTelemetry } from '@/lib/telemetry/telemetry';
import { dispatch } from './dispatch';
import { operations } from './operations';
import { openPages } from './pages';
import { checkStart, listenSentence, StartRefused } from './refuse-start';
import { guardSockets, socketLimits } from './sockets';
import { UPLOAD_MS } from './uploads';

/** Longest wait for requests in flight when the server is asked to stop. */
const DRAIN_MS = 10_000;
/** How long an incomplete request may take to arrive when the server is asked to stop. */
const HALF_SENT_MS = 1_000;
/**
 * Longest time from the signal to the end. What is unfinished by then waits for something that does not answer: a database that went
 * silent, a receiver of webhooks. Nothing is lost with it: what is not committed is undone, jobs are taken up by another server.
 */
const END_MS = 15_000;

/** How often replicas are measured. */
const MEASURE_MS = 5_000;

/** Lag and use of the replicas; NaN while one does not answer. */
function exposeReplicas(): void {
  if (replicaStates().size === 0) return;
  setInterval(() => void measureReplicas(), MEASURE_MS).unref();
  const each = (value: (state: ReplicaState) => number) => () =>
    [...replicaStates()].map(([server, state]) => [server, value(state)] as const);
  exposeServerGauge(
    'daybook_replica_lag_bytes',
    'Write-ahead log that the replica of a server has not replayed yet.',
    each(({ lagBytes }) => lagBytes ?? Number.NaN),
  );
  exposeServerGauge(
    'daybook_replica_reads',
    'Reports and exports that the replica of a server answered.',
    each(({ answered }) => answered),
  );
  exposeServerGauge(
    'daybook_replica_passed_by',
    'Reports and exports that a server answered because its replica was behind or away.',
    each(({ passedBy }) => passedBy),
  );
}

/** The server of `npm start`: REST, tRPC, probes and Next's pages on one port. */
async function serve(): Promise<void> {
  // First, because connections opened before it are not traced.
  const endTelemetry = await startTelemetry(process.env);
  await checkStart();
  const { PORT, DAYBOOK_PAGES, DAYBOOK_TRUST_PROXY, NODE_ENV } = env();
  let draining = false;
  const isDraining = () => draining;

  exposeProcessMetrics();
  exposeGauge('daybook_pool_connections', 'Connections to the database.', () => poolState().total);
  exposeGauge('daybook_pool_idle', 'Idle connections.', () => poolState().idle);
  exposeGauge('daybook_pool_waiting', 'Requests waiting for a connection.', () => poolState().waiting);
  exposeServerGauge('daybook_server_pool_connections', 'Connections to each PostgreSQL server.', () =>
    [...poolStates()].map(([server, { total }]) => [server, total]),
  );
  exposeServerGauge(
    'daybook_server_pool_waiting',
    'Requests waiting for a connection to each PostgreSQL server.',
    () => [...poolStates()].map(([server, { waiting }]) => [server, waiting]),
  );
  exposeReplicas();

  const server = createServer({
    headersTimeout: 10_000,
    // Bodies have limits of their own (surfaces/kit/intake); this one is for uploads.
    requestTimeout: UPLOAD_MS + 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2_000,
    // Refused by dispatch, with the headers of every answer.
    requireHostHeader: false,
  });
  const sockets = guardSockets(server, NODE_ENV === 'development', socketLimits(DAYBOOK_TRUST_PROXY === '1'));
  const pages = DAYBOOK_PAGES === '1' ? await openPages(server) : null;
  await openRecordClient();
  const dispatched = dispatch(pages, operations(isDraining), isDraining);
  server.on('request', dispatched.listener);
  server.on('checkExpectation', dispatched.unexpected);
  const house = houseJobs();
  const attendants = startAttendants(house.attendants);
  const queue = await startQueue({
    house: house.sweep,
    identity: sweepIdentity,
    verification: () => verifyRegularly(new Date()),
  });
  const watch = startAttendants([clockWatch({ queue, releaseAll: house.releaseAll })]);

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new StartRefused(listenSentence(error, PORT))));
    server.listen(PORT, resolve);
  });
  server.on('error', (error) => log.error({ err: error }, 'the server reports an error'));
  log.info({ port: PORT }, 'listening');
  pages
    ?.warm()
    .catch((error: unknown) => log.warn({ err: error }, 'pages are loaded at their first request'));

  const stop = async (signal: string) => {
    if (draining) return;
    draining = true;
    log.info({ signal }, 'stopping: requests in flight are finished first');
    setTimeout(() => {
      log.warn('stopped while work was still waiting for an answer');
      process.exit(0);
    }, END_MS).unref();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A body that has not arrived by now would delay the requests that have.
    dispatched.stop();
    const unasked = setTimeout(() => sockets.endUnasked(), HALF_SENT_MS);
    const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // A connection whose last request has just ended would otherwise stay open for another one.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await closed;
    clearTimeout(unasked);
    clearTimeout(patience);
    clearInterval(sweep);
    await Promise.all([attendants.stop(), watch.stop(), queue.stop()]);
    await pages?.close().catch(() => undefined);
    await closeConnections();
    await endTelemetry?.();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

process.on('unhandledRejection', (error) =>
  log.error({ err: error }, 'a promise was rejected and not handled'),
);

serve().catch((error: unknown) => {
  if (error instanceof StartRefused) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
