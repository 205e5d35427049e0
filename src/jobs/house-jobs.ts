import { systemPrincipal } from '@/auth/principal';
import type { Principal } from '@/core/principal';
import { systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { newId } from '@/lib/ids';
import { type MailTransport, mailTransport } from '@/lib/mail-transport';
import { log } from '@/lib/telemetry/log';
import { unavailableCause } from '@/lib/unavailable';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { sealLedger } from '@/usecases/audit/seal-ledger';
import { mirrorWaiting } from '@/usecases/intercompany/mirror-documents';
import { passTurnTo } from '@/usecases/jobs/open-queue';
import { hasMoreJobs } from '@/usecases/jobs/record-turn';
import { runForOutput } from '@/usecases/kit/run';
import { deliverMails } from '@/usecases/mail/deliver-mails';
import { copyNews } from '@/usecases/organizations/copy-news';
import { drainWrittenOrganizations } from '@/usecases/organizations/list-organizations';
import { purgeSecurityLog, sealSecurityLog } from '@/usecases/security/seal-security-log';
import { scheduleBilling } from '@/usecases/subscriptions/schedule-billing';
import { addToDaySums } from '@/usecases/upkeep/add-to-day-sums';
import {
  purgeExpiredAnswers,
  purgeIdleCounters,
  purgeOldEvents,
  purgePlacements,
} from '@/usecases/upkeep/purge-expired';
import { releaseWaiting } from '@/usecases/upkeep/release-waiting';
import { removeAbandonedUploads } from '@/usecases/upkeep/remove-abandoned-uploads';
import { deliverWebhooks, networkSender, type SendWebhook } from '@/usecases/webhooks/deliver-webhooks';
import { publishEvents } from '@/usecases/webhooks/dispatch-events';
import { everyOrganization } from './organizations';
import type { Attendant } from './start';

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

export interface HouseJobs {
  /** What follows a write within seconds, on the server that wrote. */
  readonly attendants: readonly Attendant[];
  /** Visits every organization: requests billing that is due, resumes what a crashed server left unfinished, removes what has expired. */
  sweep(): Promise<void>;
  /** Makes due what organizations postponed to a time that is far away for a clock that was set back. */
  releaseAll(): Promise<void>;
}

/**
 * What a server does after writing: sealing the audit trail and the ledger, adding up by day, sending webhooks and mail, creating the
 * mirrors between subsidiaries that a confined caller left.
 *
 * It is done by the server that wrote, for the organizations it wrote to, so that it costs nothing while nothing is written and waits
 * for no queue. The sweep, which the queue `house` starts on one server soon after a start and then every ten minutes, picks up the work
 * left by a server that crashed. Any number of servers may do this at the same time: sealing takes a lock per organization, and
 * deliveries are claimed row by row.
 */
export function houseJobs(options: HouseJobsOptions = {}): HouseJobs {
  const send = options.send ?? networkSender(env().DAYBOOK_WEBHOOKS_ALLOW_PRIVATE === '1');
  const mail = options.mail ?? mailTransport();
  const everySeconds = options.everySeconds ?? 2;
  const organizations = options.organizations ?? everyOrganization;
  const toSeal = new Set<string>();
  const toPublish = new Set<string>();
  const toMail = new Set<string>();
  const toMirror = new Set<string>();
  const takeIn = (organizationIds: Iterable<string>) => {
    for (const organizationId of organizationIds) {
      toSeal.add(organizationId);
      toPublish.add(organizationId);
      toMail.add(organizationId);
      toMirror.add(organizationId);
    }
  };

  const attendants: Attendant[] = [
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
          const hasMoreDays = await addToDaySums(principal);
          return hasMore || hasMoreDays;
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
      name: 'intercompany mirrors',
      everySeconds,
      async run() {
        takeIn(drainWrittenOrganizations());
        await tend(toMirror, (organizationId) => mirrorWaiting(systemPrincipal(organizationId)));
      },
    },
    {
      name: 'news of organizations',
      everySeconds,
      async run() {
        await copyNews();
      },
    },
  ];
  const visitAll = async (
    all: AsyncIterable<string> | Iterable<string>,
    visit: (principal: Principal) => Promise<void>,
  ) => {
    const failures: unknown[] = [];
    for await (const organizationId of all) {
      // The books of others may be on a server that answers.
      await visit(systemPrincipal(organizationId)).catch((error: unknown) => failures.push(error));
    }
    return failures;
  };
  return {
    attendants,
    async sweep() {
      const failures = await visitAll(organizations(), (principal) => {
        takeIn([principal.organizationId]);
        return sweepOne(principal);
      });
      await purgeIdleCounters();
      await purgePlacements();
      if (failures.length > 0) throw failures[0];
    },
    async releaseAll() {
      const release = async (principal: Principal) => {
        if (await releaseWaiting(principal)) takeIn([principal.organizationId]);
      };
      // Those that this server knows are waiting come first.
      const known = new Set([...toPublish, ...toMail]);
      const failures = [...(await visitAll(known, release)), ...(await visitAll(organizations(), release))];
      if (failures.length > 0) throw failures[0];
    },
  };
}

async function sweepOne(principal: Principal): Promise<void> {
  await releaseWaiting(principal);
  await purgeExpiredAnswers(principal);
  await purgeOldEvents(principal, new Date());
  await purgeSecurityLog(principal);
  await removeAbandonedUploads(principal, systemClock(env().DAYBOOK_TODAY));
  await askForBilling(principal);
  // A job whose turn was lost with a server that crashed, or between two servers.
  if (await hasMoreJobs(principal)) await passTurnTo(principal.organizationId, 0);
}

/** Requests an organization's billing if it is due. A failure with one organization does not hold up the others. */
async function askForBilling(principal: Principal): Promise<void> {
  const clock = systemClock(env().DAYBOOK_TODAY);
  try {
    await runForOutput(scheduleBilling, { principal, surface: 'job', requestId: newId(), clock }, {});
  } catch (error) {
    if (unavailableCause(error) !== null) throw error;
    log.warn({ err: error, organization: principal.organizationId }, 'billing could not be asked for');
  }
}

/**
 * Visits the organizations on a list for one round, `atOnce` at a time; one whose visit returns true or fails stays on it. A failure
 * does not keep the others waiting, whose books may be on a server that answers; the first one is thrown at the end.
 */
async function tend(
  list: Set<string>,
  visit: (organizationId: string) => Promise<boolean>,
  atOnce = 1,
): Promise<void> {
  const end = performance.now() + ROUND_MS;
  const waiting = [...list];
  const failures: unknown[] = [];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined && performance.now() < end; one = waiting.shift()) {
      // Removed from the list first, so that a write during the visit puts it back.
      list.delete(one);
      let again = true;
      try {
        again = await visit(one);
      } catch (error) {
        failures.push(error);
      }
      if (again) list.add(one);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failures.length > 0) throw failures[0];
}
