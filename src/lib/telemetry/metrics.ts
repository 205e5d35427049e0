import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process for Prometheus. No label ever names a tenant. */
export const metrics = new Registry();

const seconds = new Histogram({
  name: 'daybook_request_seconds',
  help: 'Time to answer, by operation and status.',
  labelNames: ['operation', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

const shed = new Counter({
  name: 'daybook_requests_shed_total',
  help: 'Requests refused with 503 because too many were in flight.',
  registers: [metrics],
});

const verifications = new Counter({
  name: 'daybook_verifications_total',
  help: 'Regular verifications of an organization, by verdict: sound or broken.',
  labelNames: ['verdict'],
  registers: [metrics],
});

const batches = new Histogram({
  name: 'daybook_batch_size',
  help: 'Calls that shared one transaction, by use case.',
  labelNames: ['verb'] as const,
  buckets: [1, 2, 5, 10, 25, 50, 100, 200],
  registers: [metrics],
});

/** Records one answered request. */
export function observeRequest(operation: string, status: number, milliseconds: number): void {
  seconds.observe({ operation, status }, milliseconds / 1_000);
}

/** Records one regular verification of an organization's books. */
export function observeVerification(isSound: boolean): void {
  verifications.inc({ verdict: isSound ? 'sound' : 'broken' });
}

/** Records one request refused under load. */
export function observeShed(): void {
  shed.inc();
}

/** Records one executed batch of coalesced calls. */
export function observeBatch(verb: string, size: number): void {
  batches.observe({ verb }, size);
}

/** Adds a value that is read when metrics are collected. */
export function exposeGauge(name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(read());
    },
  });
}

/** The same for a value of each PostgreSQL server, by its name. */
export function exposeServerGauge(
  name: string,
  help: string,
  read: () => Iterable<readonly [server: string, value: number]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: ['server'] as const,
    registers: [metrics],
    collect() {
      this.reset();
      for (const [server, value] of read()) this.set({ server }, value);
    },
  });
}

/** Adds memory, event-loop delay and prom-client's other default metrics; called once, in a server. */
export function exposeProcessMetrics(): void {
  collectDefaultMetrics({ register: metrics });
}
