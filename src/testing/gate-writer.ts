import pg from 'pg';
import { newId } from '@/lib/ids';
import type { TestOrganization } from './organization';
import { PATIENCE_MS } from './patience';
import type { ReplicatingServers } from './replicating-servers';

const POST = `
  with entry as materialized (
    select $1::uuid as id, p.subsidiary_id, p.id as period_id, p.fiscal_year, s.base_currency as currency
    from fiscal_periods p join subsidiaries s on s.organization_id = p.organization_id and s.id = p.subsidiary_id
    where p.organization_id = $2::uuid and p.subsidiary_id = $3::uuid and not p.is_adjustment and $4::date between p.start_date and p.end_date
  )
  select count(*) from entry e, daybook_append_entries(
    array[row(e.id, e.subsidiary_id, e.period_id, e.fiscal_year, $4::date, e.currency, e.currency, 1, 'TEST', e.id, null, null, 'load', null)::daybook_entry_draft],
    array[row(e.id, 1, $5::uuid, e.subsidiary_id, e.period_id, $4::date, e.currency, 10, 0, 10, 0, null, null, null, null, null, null, null)::daybook_line_draft,
          row(e.id, 2, $6::uuid, e.subsidiary_id, e.period_id, $4::date, e.currency, 0, 10, 0, 10, null, null, null, null, null, null, null)::daybook_line_draft])`;

const AUDIT = `
  insert into audit_log (organization_id, id, actor_kind, action, noun, record_id, surface, request_id)
  values ($2, $1, 'system', 'load.write', 'customer', $1, 'job', 'load')`;

const SEAL = 'select daybook_seal_audit(), daybook_seal_ledger(), daybook_seal_security_log()';

/**
 * Writes to one organization as the application's role, one transaction after the other, until it is told to stop: a customer, its audit row
 * and a journal entry of 10.00, sealing now and then. A write that meets a closed gate, or an upgrade, is done again where the directory says the organization is, and
 * one whose outcome is not known because a server died is done again under the same id, as the application does.
 */
export class GateWriter {
  /** The ids that were acknowledged. */
  readonly written: string[] = [];
  /** The longest time a write took, waiting included, in milliseconds. */
  longestMs = 0;
  /** Writes that no server took within twenty seconds. */
  readonly failures: string[] = [];
  #isStopped = false;
  #work: Promise<void> | undefined;
  readonly #sessions = new Map<string, pg.Client>();
  #server = 'main';

  private readonly servers: ReplicatingServers;
  private readonly organization: TestOrganization;
  private readonly pauseMs: number;

  constructor(servers: ReplicatingServers, organization: TestOrganization, pauseMs = 0) {
    this.servers = servers;
    this.organization = organization;
    this.pauseMs = pauseMs;
  }

  start(): this {
    this.#work = this.#writeAll();
    return this;
  }

  /** Ends after the write under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
    await Promise.all([...this.#sessions.values()].map((session) => session.end().catch(() => undefined)));
  }

  async #writeAll(): Promise<void> {
    while (!this.#isStopped) {
      const id = newId();
      const began = performance.now();
      try {
        await this.#writeOne(id, began + PATIENCE_MS);
        this.written.push(id);
      } catch (error) {
        this.failures.push(error instanceof Error ? error.message : String(error));
      }
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
      if (this.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    }
  }

  async #writeOne(id: string, until: number): Promise<void> {
    for (;;) {
      try {
        await this.#attempt(id);
        if (this.written.length % 7 === 6) await (await this.#session()).query(SEAL);
        return;
      } catch (error) {
        const { code } = error as { code?: string };
        // A refusal of anything else is a failure; a connection without a code was lost.
        const isElsewhere = code === 'DB001' || code === 'DB002';
        const isLost = code === undefined || /^(?:57P0|08|ECONN|EPIPE|40)/.test(code);
        if (!(isElsewhere || isLost) || performance.now() > until) throw error;
        if (isLost) this.#forget();
        await this.#findServer();
      }
    }
  }

  async #attempt(id: string): Promise<void> {
    const session = await this.#session();
    const { organizationId, ids } = this.organization;
    await session.query('begin');
    try {
      const { rowCount } = await session.query(
        `insert into customers (organization_id, id, company_name) values ($1, $2, 'load') on conflict do nothing`,
        [organizationId, id],
      );
      // It is there when the answer to the first attempt was lost.
      if (rowCount === 1) {
        await session.query(AUDIT, [id, organizationId]);
        await session.query(POST, [
          id,
          organizationId,
          ids.rootSubsidiary,
          this.organization.clock.today(),
          this.organization.account('1110'),
          this.organization.account('4100'),
        ]);
      }
      await session.query('commit');
    } catch (error) {
      await session.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  async #session(): Promise<pg.Client> {
    const found = this.#sessions.get(this.#server);
    if (found !== undefined) return found;
    const session = new pg.Client({ connectionString: this.servers.appUrls.get(this.#server) });
    session.on('error', () => undefined);
    await session.connect();
    await session.query(`select set_config('app.organization_id', $1, false)`, [
      this.organization.organizationId,
    ]);
    this.#sessions.set(this.#server, session);
    return session;
  }

  #forget(): void {
    void this.#sessions
      .get(this.#server)
      ?.end()
      .catch(() => undefined);
    this.#sessions.delete(this.#server);
  }

  async #findServer(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const rows = await this.servers
      .asked<{ server: string; state: string }>(
        'main',
        'select server, state from placements where organization_id = $1',
        [this.organization.organizationId],
      )
      .catch(() => []);
    const [row] = rows;
    if (row !== undefined && row.state === 'SETTLED') this.#server = row.server;
  }
}
