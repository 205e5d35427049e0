import { sql, withTenantReport } from '@/db/tenancy';
import { unavailableCause } from '@/lib/unavailable';
import type { TestOrganization } from '@/testing/organization';
import { createImport } from '@/usecases/imports/create-import';
import { startJob } from '@/usecases/jobs/start-job';
import { runForOutput } from '@/usecases/kit/run';
import { pause } from '../server-process';
import type { Receiver } from './receiver';

/** What an organization had written by some time, on which background work follows. */
interface Written {
  readonly entries: string;
  readonly audits: string;
  readonly events: readonly string[];
  readonly jobs: readonly string[];
}

interface Left {
  readonly entries: boolean;
  readonly audits: boolean;
  readonly jobs: number;
}

/** The background work of servers for one organization: sealing, webhooks to a receiver, jobs. */
export class Background {
  readonly #organization: TestOrganization;
  readonly #receiver: Receiver;
  readonly #jobs: string[] = [];

  constructor(organization: TestOrganization, receiver: Receiver) {
    this.#organization = organization;
    this.#receiver = receiver;
  }

  /** Reads, and retries when the clock jumped ahead in between: the database then ends transactions as if they had waited for that long. */
  async #ask<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { organizationId } = this.#organization.principals.admin;
    for (let tries = 0; ; tries += 1) {
      try {
        return await withTenantReport({ organizationId, userId: null }, (tenant) =>
          sql<Row>(tenant, text, [...values]),
        );
      } catch (error) {
        if (tries > 5 || unavailableCause(error) === null) throw error;
      }
    }
  }

  /** Requests an import of one row, which is a job: what is measured is when it starts, not how long a table takes. */
  async askForJob(): Promise<void> {
    const call = this.#organization.callAs('admin');
    const { id: recordId } = await runForOutput(createImport, call, {
      noun: 'customers',
      fileName: 'customers.csv',
      columns: ['Company'],
      rows: [[`Company ${this.#jobs.length}`]],
    });
    this.#jobs.push((await runForOutput(startJob, call, { kind: 'imports.run', recordId })).id);
  }

  /** The progress of unfinished jobs and the waiting turns, for the failure message. */
  async #stateOf(jobs: readonly string[]): Promise<string> {
    const [row] = await this.#ask<{ words: string }>(
      `select concat_ws('; ',
         (select string_agg(concat_ws(' ', job_state, done, created_at, turn_at, log ->> -1), ', ') from background_jobs
          where id = any ($1::uuid[]) and job_state <> 'DONE'),
         (select string_agg(concat_ws(' ', 'turn', state, created_on, start_after, started_on, retry_count), ', ') from pgboss.job
          where name = 'turns' and state <= 'active' and data ->> 'organizationId' = $2),
         now()::text) as words`,
      [jobs, this.#organization.organizationId],
    );
    return row?.words ?? '';
  }

  /** What has been written by now. */
  async written(): Promise<Written> {
    const [row] = await this.#ask<{ entries: string; audits: string }>(
      `select (select coalesce(sum(next_value - 1), 0)::text from number_counters where series = 'GL') as entries,
              (select count(*)::text from audit_log) as audits`,
      [],
    );
    const events = await this.#ask<{ id: string }>(
      `select id from outbox_events where event_type = 'gl.transaction.posted'`,
      [],
    );
    return {
      entries: row?.entries ?? '0',
      audits: row?.audits ?? '0',
      events: events.map(({ id }) => id),
      jobs: [...this.#jobs],
    };
  }

  /**
   * Milliseconds since `began` until all of that is sealed, sent and done. Throws and says what is left when it takes longer than
   * `withinMs`.
   */
  async follows(
    { entries, audits, events, jobs }: Written,
    began: number,
    withinMs: number,
  ): Promise<number> {
    for (;;) {
      const [left] = await this.#ask<Left>(
        `select coalesce((select sum(last_number - first_number + 1) from ledger_seals), 0) < $1::numeric as entries,
                (select count(*) from audit_seals) < $2::bigint as audits,
                (select count(*)::int from background_jobs where id = any ($3::uuid[]) and job_state <> 'DONE') as jobs`,
        [entries, audits, jobs],
      );
      const unsent = events.filter((id) => !this.#receiver.ids.has(id)).length;
      if (left === undefined) throw new Error('nothing was answered');
      const took = performance.now() - began;
      if (!left.entries && !left.audits && left.jobs === 0 && unsent === 0) return took;
      if (took > withinMs) {
        const what = [
          ...(left.entries ? ['entries without a seal'] : []),
          ...(left.audits ? ['audit rows without a seal'] : []),
          ...(left.jobs > 0 ? [`${left.jobs} jobs not done (${await this.#stateOf(jobs)})`] : []),
          ...(unsent > 0 ? [`${unsent} events not sent`] : []),
        ];
        throw new Error(`background work stood still for ${Math.round(took / 1_000)} s: ${what.join(', ')}`);
      }
      await pause(200);
    }
  }
}
