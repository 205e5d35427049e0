import type { TestOrganization } from '@/testing/organization';
import { wire } from '../../support/load';
import { type WireAnswer, WirePool } from '../../support/wire-pool';
import { type Reply, send } from '../server-process';

/** Connections over which documents are posted, as many as B1 has. */
const POSTING_CONNECTIONS = 64;

/** What a company's people and programs do in addition to posting, over HTTP. */
export class SoakWork {
  readonly #port: number;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #posting: WirePool;
  #imports = 0;
  #month = 1;

  constructor(port: number, organization: TestOrganization, token: string) {
    this.#port = port;
    this.#posting = new WirePool(port, POSTING_CONNECTIONS);
    this.#headers = {
      authorization: `Bearer ${token}`,
      'x-idp-organization-id': organization.organizationId,
      'x-daybook-organization': organization.organizationId,
    };
  }

  post(id: string): Promise<WireAnswer | null> {
    const path = `/api/v1/gl/transactions/${id}/post`;
    return this.#posting.ask(wire('POST', path, this.#headers, '{"postingDate":"2026-11-05"}'));
  }

  /** Ends its connections. */
  close(): void {
    this.#posting.close();
  }

  /** Requests lists and reports in turn. */
  read(turn: number): Promise<Reply | null> {
    const all = [
      '/api/v1/gl/transactions?limit=50',
      this.#query('reports.trialBalance', {}),
      '/api/v1/subsidiaries',
      this.#query('revenue.reports.waterfall', {}),
      '/api/customers?limit=50',
      this.#query('audit.list', {}),
    ];
    return this.#ask(all[turn % all.length] ?? '');
  }

  /** Uploads a table of fifty customers and imports it. */
  async importTable(): Promise<boolean> {
    this.#imports += 1;
    const rows = Array.from({ length: 50 }, (_, at) => [`Imported ${this.#imports}-${at} Ltd`]);
    const made = await this.#call('imports.create', { noun: 'customers', columns: ['Company name'], rows });
    const id = made === null ? null : (JSON.parse(made.text) as Created).result?.data.json.id;
    if (id === null || id === undefined) return false;
    return (await this.#call('imports.run', { id }))?.status === 200;
  }

  /** Recognizes the revenue of the next month, up to December; a preview of it after that. */
  async recognize(): Promise<boolean> {
    const period = `2026-${String(Math.min(this.#month, 12)).padStart(2, '0')}`;
    const preview = this.#month > 11;
    const made = await this.#ask('/api/v1/revenue/runs', { period, preview });
    if (preview || made === null || made.status >= 300) return preview && made !== null && made.status < 300;
    this.#month += 1;
    const { id } = JSON.parse(made.text) as { id: string };
    const posted = await this.#ask(`/api/v1/revenue/runs/${id}/post`, {});
    return posted !== null && posted.status < 300;
  }

  #ask(path: string, body?: object): Promise<Reply | null> {
    return send(this.#port, path, this.#headers, body);
  }

  #call(procedure: string, input: object): Promise<Reply | null> {
    return this.#ask(`/api/trpc/${procedure}`, { json: input });
  }

  #query(procedure: string, input: object): string {
    return `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
  }
}

interface Created {
  readonly result?: { readonly data: { readonly json: { readonly id: string } } };
}
