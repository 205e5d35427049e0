// npm run verify: verifies every organization's books, prints a table and the heads of their chains, and exits with 1 on any
// breach. It connects as the application's role, sees one organization at a time like any other caller, and reads their ids from
// known_organizations, which contains only ids.
//   --mend        first adds up again the kept sums and counts that do not come to their rows (docs/guides/operators.md), then reads everything
//   --whole       reads everything; otherwise what is new since the books were last found sound, and everything where they never were
//   --head FILE   reads everything and compares the chains with the heads kept in that file
//   --since-head  recomputes only what was sealed after them
//   --keep FILE   writes the present heads to that file, stamped when DAYBOOK_TIMESTAMP_URL is set, if everything passed
//   --mail ADDR   sends them to that address by DAYBOOK_SMTP_URL, in the same way
import { parseArgs } from 'node:util';
import { systemPrincipal } from '@/auth/principal';
import type { KeptHeads } from '@/core/evidence/kept-head';
import { CHECKS, MENDED_CHECKS } from '@/core/ledger/verification';
import { systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { newId } from '@/lib/ids';
import { TimeStampRefused } from '@/lib/time-stamp';
import { unavailableCause } from '@/lib/unavailable';
import { VERIFIED_PARTS, type VerifiedPart } from '@/lib/verified-parts';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { markVerified } from '@/usecases/verify/mark-verified';
import { mendSums } from '@/usecases/verify/mend-sums';
import { type BooksVerdict, verifyBooks } from '@/usecases/verify/verify-books';
import {
  KeptHeadsRefused,
  mailHeads,
  mailServerFor,
  missingFrom,
  readKeptHeads,
  stampOf,
  takeHeads,
  writeKeptHeads,
} from './kept-heads';
import { everyOrganization } from './organizations';
import { headLines, trustLines, verdictTable } from './verdict-table';

interface Options {
  readonly head: string | undefined;
  readonly keep: string | undefined;
  readonly mail: string | undefined;
  readonly mend: boolean;
  readonly sinceHead: boolean;
  readonly whole: boolean;
}

/** Of long books a part of a verification takes minutes: each that took longer than this is named as it ends. */
const LONG_SECONDS = 1;

async function main({ head, keep, mail, mend, sinceHead, whole }: Options): Promise<number> {
  VERIFIED_PARTS.subscribe((part) => {
    const { name, seconds } = part as VerifiedPart;
    if (seconds >= LONG_SECONDS) console.error(`  ${name}: ${seconds.toFixed(1)} s`);
  });
  // Refused before minutes of reading.
  const server = mail === undefined ? undefined : mailServerFor(mail, env().DAYBOOK_SMTP_URL);
  const kept = head === undefined ? undefined : readKeptHeads(head);
  if (kept !== undefined) printStamp(kept);
  const verdicts: BooksVerdict[] = [];
  const away: string[] = [];
  for await (const organizationId of everyOrganization()) {
    const own = kept?.organizations.find((one) => one.organizationId === organizationId);
    const principal = systemPrincipal(organizationId);
    const call: Call = {
      principal,
      surface: 'job',
      requestId: newId(),
      clock: systemClock(env().DAYBOOK_TODAY),
    };
    const input = {
      kept: own && { audit: own.audit, ledger: own.ledger },
      sinceKept: sinceHead,
      extent: whole || mend || head !== undefined ? ('WHOLE' as const) : ('SINCE' as const),
    };
    try {
      if (mend) printMended(organizationId, await runForOutput(mendSums, call, {}));
      const verdict = await runForOutput(verifyBooks, call, input);
      verdicts.push(verdict);
      // With --since-head the chains were not recomputed from their beginning.
      if (!sinceHead) await markVerified(principal, verdict);
    } catch (error) {
      // The books of the others may be on a server that answers.
      if (unavailableCause(error) === null) throw error;
      away.push(organizationId);
    }
  }
  console.log(verdictTable(verdicts));
  for (const line of trustLines(verdicts)) console.log(line);
  const broken = verdicts.filter((verdict) => !verdict.isSound);
  for (const verdict of broken) {
    for (const breach of verdict.breaches) {
      const { says } = CHECKS.find(({ check }) => check === breach.check) ?? { says: breach.check };
      console.error(
        `${verdict.organizationName} (${verdict.organizationId}): not so: ${says}. ${breach.message}`,
      );
    }
  }
  if (!mend && broken.some(({ breaches }) => breaches.some(({ check }) => MENDED_CHECKS.has(check)))) {
    console.error(
      'Sums and counts that background work keeps can be added up again once it is known why they were wrong: npm run verify -- --mend (docs/guides/operators.md, "Verify").',
    );
  }
  for (const organizationId of away) {
    console.error(`${organizationId}: its server cannot be reached; its books were not verified.`);
  }
  const present = new Set([...verdicts.map(({ organizationId }) => organizationId), ...away]);
  const missing = kept === undefined ? [] : missingFrom(kept, present);
  for (const { organizationId, organizationName } of missing) {
    console.error(
      `${organizationName} (${organizationId}): its heads were kept, but the organization is gone.`,
    );
  }
  console.log(headLines(verdicts));
  const isSound = broken.length === 0 && missing.length === 0 && away.length === 0;
  if (isSound && (keep !== undefined || server !== undefined)) {
    const heads = await takeHeads(verdicts, new Date(), env().DAYBOOK_TIMESTAMP_URL);
    if (server !== undefined && mail !== undefined) {
      await mailHeads(server, mail, heads);
      console.log(`The heads were mailed to ${mail}.`);
    }
    if (keep !== undefined) {
      writeKeptHeads(keep, heads, head);
      console.log(`The heads are kept in ${keep}. Store the file where this server cannot write.`);
    }
  }
  console.log(
    isSound
      ? `The books of ${verdicts.length} organization(s) passed every check.`
      : `${broken.length + missing.length + away.length} of ${verdicts.length + missing.length + away.length} organization(s) have books that failed a check or could not be read.`,
  );
  return isSound ? 0 : 1;
}

function printMended(organizationId: string, mended: Awaited<ReturnType<typeof mendSums.run>>): void {
  const { documentCounts, spansByDay, ledgerByDay, ledgerSums, recordCounts } = mended;
  console.log(
    `${organizationId}: mended ${documentCounts} counts of documents, ${spansByDay} sums of open items, ${ledgerByDay} sums of the ledger by day, ${ledgerSums} of its other sums and ${recordCounts} numbers of records.`,
  );
}

function printStamp(kept: KeptHeads): void {
  const stamp = stampOf(kept, env().DAYBOOK_TIMESTAMP_CA);
  console.log(
    stamp === null
      ? `The heads were taken at ${kept.takenAt}; they have no time stamp.`
      : `The heads were stamped at ${stamp.at.toISOString()} by ${stamp.authority}${
          stamp.isTrusted ? '' : ', which DAYBOOK_TIMESTAMP_CA does not list as trusted'
        }.`,
  );
}

function optionsFrom(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      head: { type: 'string' },
      mend: { type: 'boolean' },
      keep: { type: 'string' },
      mail: { type: 'string' },
      'since-head': { type: 'boolean' },
      whole: { type: 'boolean' },
    },
  });
  const sinceHead = values['since-head'] === true;
  if (sinceHead && values.head === undefined) throw new KeptHeadsRefused('--since-head needs --head FILE.');
  const { head, keep, mail } = values;
  return { head, keep, mail, mend: values.mend === true, sinceHead, whole: values.whole === true };
}

const isSentence = (error: unknown): error is Error =>
  error instanceof KeptHeadsRefused ||
  error instanceof TimeStampRefused ||
  (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;

Promise.resolve()
  .then(() => main(optionsFrom(process.argv.slice(2))))
  .then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(isSentence(error) ? error.message : error);
      process.exit(1);
    },
  );
