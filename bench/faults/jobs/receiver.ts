import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { webhookEndpoints } from '@/db/stores/webhooks';
import { withTenantWrite } from '@/db/tenancy';
import type { TestOrganization } from '@/testing/organization';
import { freePort } from '../../support/server';

/** The setting that lets servers send to receivers on this machine. */
export const WITH_RECEIVERS = { DAYBOOK_WEBHOOKS_ALLOW_PRIVATE: '1' };

/** A program that is notified of postings: it answers 204, or never. */
export class Receiver {
  readonly ids = new Set<string>();
  /** Repeated deliveries of an event. */
  twice = 0;
  readonly #server: Server;
  readonly #secret = `whsec_${randomBytes(32).toString('base64')}`;

  /** `ofItsTime`: refuses signatures that are minutes old or dated in the future, as a receiver with a correct clock does. */
  constructor(answers: boolean, ofItsTime = true) {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => {
        body += piece.toString();
      });
      request.on('end', () => {
        if (!answers) return;
        const headers = request.headers as Record<string, string>;
        const id = headers['webhook-id'] ?? '';
        const webhook = new Webhook(this.#secret);
        if (ofItsTime) webhook.verify(body, headers);
        else {
          const signedAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
          if (webhook.sign(id, signedAt, body) !== headers['webhook-signature'])
            throw new Error('an event is not signed as it says');
        }
        if (this.ids.has(id)) this.twice += 1;
        this.ids.add(id);
        response.writeHead(204).end();
      });
    });
  }

  async subscribe({ principals }: TestOrganization): Promise<void> {
    const port = await freePort();
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    const claim = { organizationId: principals.admin.organizationId, userId: null };
    // Not by the use-case, which would ask this process whether private addresses are allowed.
    await withTenantWrite(claim, (tenant) =>
      webhookEndpoints.insert(tenant, {
        url: `http://127.0.0.1:${port}/`,
        eventTypes: ['gl.transaction.posted'],
        secret: this.#secret,
      }),
    );
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
