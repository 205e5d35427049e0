import { systemPrincipal } from '@/auth/principal';
import { env } from '@/lib/env';
import { type MailTransport, mailTransport } from '@/lib/mail-transport';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { sealLedger } from '@/usecases/audit/seal-ledger';
import { deliverMails } from '@/usecases/mail/deliver-mails';
import { drainWrittenOrganizations } from '@/usecases/organizations/list-organizations';
import { purgeSecurityLog, sealSecurityLog } from '@/usecases/security/seal-security-log';
import { purgeExpiredAnswers, purgeIdleCounters } from '@/usecases/upkeep/purge-expired';
import { deliverWebhooks, networkSender, type SendWebhook } from '@/usecases/webhooks/deliver-webhooks';
import { publishEvents } from '@/usecases/webhooks/dispatch-events';
import { everyOrganization } from './organizations';
import type { Job } from './start';

export interface HouseJobsOptions {
  /** How webhooks are sent; over the network by default. */
  readonly send?: SendWebhook;
  /** Where mail goes; by default to the SMTP server of the environment, or to files. */
  readonly mail?: MailTransport;
  readonly everySeconds?: number;
  /** The organizations that the sweep visits; default: every one of the database. */
  readonly organizations?: () => AsyncIterable<string> | Iterable<string>;
}

/** Organizations whose webhooks are sent at the same time: a receiver that hangs holds up few others, for seconds. */
const BESIDE = 8;
/** How long one round may take before the rest waits for the next, because a stopping server waits for the round to end. */
const ROUND_MS = 5_000;
const SWEEP_EVERY_MS = 600_000;

/**
 * The background work of a server: sealing the audit trail and the ledger, sending webhooks and mail, removing what has expired.
 *
 * A server processes the organizations it has written to; a sweep over all of them, soon after the start and then every ten
 * minutes, picks up the work left by a server that crashed. Any number of servers may do this at the same time: sealing
 * takes a lock per organization, and deliveries are claimed row by row.
 */
export function houseJobs(options: HouseJobsOptions = {}): Job[] {
  const send = options.send ?? networkSender(env().DAYBOOK_WEBHOOKS_ALLOW_PRIVATE === '1');
  const mail = options.mail ?? mailTransport();
  const everySeconds = options.everySeconds ?? 2;
  const organizations = options.organizations ?? everyOrganization;
  const toSeal = new Set<string>();
  const toPublish = new Set<string>();
  const toMail = new Set<string>();
  const takeIn = (organizationIds: Iterable<string>) => {
    for (const organizationId of organizationIds) {
      toSeal.add(organizationId);
      toPublish.add(organizationId);
      toMail.add(organizationId);
    }
  };
  let nextSweep = 0;

  return [
    {
      name: 'audit sealing',
      everySeconds,
      async run() {
        takeIn(drainWrittenOrganizations());
        await tend(toSeal, async (organizationId) => {
          const principal = systemPrincipal(organizationId);
          const { hasMore } = await sealAudit(principal);
          await sealLedger(principal);
          await sealSecurityLog(principal);
          return hasMore;
        });
      },
    },
    {
      name: 'webhooks',
      everySeconds,
      async run() {
        takeIn(drainWrittenOrganizations());
        await tend(
          toPublish,
          async (organizationId) => {
            const principal = systemPrincipal(organizationId);
            const backlog = await publishEvents(principal);
            if (backlog.due) await deliverWebhooks(principal, send, new Date());
            // An organization with deliveries waiting for a later attempt stays on the list; new events come with the next write.
            return backlog.pending;
          },
          BESIDE,
        );
      },
    },
    {
      name: 'mail',
      everySeconds,
      async run() {
        takeIn(drainWrittenOrganizations());
        await tend(toMail, (organizationId) => deliverMails(systemPrincipal(organizationId), mail));
      },
    },
    {
      name: 'sweep',
      everySeconds: everySeconds * 5,
      async run() {
        // Not by the clock, which may be set back.
        if (performance.now() < nextSweep) return;
        nextSweep = performance.now() + SWEEP_EVERY_MS;
        for await (const organizationId of organizations()) {
          takeIn([organizationId]);
          await purgeExpiredAnswers(systemPrincipal(organizationId));
          await purgeSecurityLog(systemPrincipal(organizationId));
        }
        await purgeIdleCounters();
      },
    },
  ];
}

/**
 * Visits the organizations on a list for one round, so many at a time; one whose visit returns true or fails stays on it.
 */
async function tend(
  list: Set<string>,
  visit: (organizationId: string) => Promise<boolean>,
  beside = 1,
): Promise<void> {
  const end = performance.now() + ROUND_MS;
  const waiting = [...list];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined && performance.now() < end; one = waiting.shift()) {
      // Removed from the list first, so that a write during the visit puts it back.
      list.delete(one);
      let again = true;
      try {
        again = await visit(one);
      } finally {
        if (again) list.add(one);
      }
    }
  };
  await Promise.all(Array.from({ length: beside }, work));
}
