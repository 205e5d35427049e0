// npm run verify: verifies every organization's books, prints a table, and exits with 1 on any breach.
// It connects as the application's role, sees one organization at a time like any other caller, and reads their ids from
// known_organizations, which contains only ids.
import { systemPrincipal } from '@/auth/principal';
import { systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { newId } from '@/lib/ids';
import { runForOutput } from '@/usecases/kit/run';
import { type BooksVerdict, verifyBooks } from '@/usecases/verify/verify-books';
import { everyOrganization } from './organizations';
import { verdictTable } from './verdict-table';

async function main(): Promise<number> {
  const verdicts: BooksVerdict[] = [];
  for await (const organizationId of everyOrganization()) {
    verdicts.push(
      await runForOutput(
        verifyBooks,
        {
          principal: systemPrincipal(organizationId),
          surface: 'job',
          requestId: newId(),
          clock: systemClock(env().DAYBOOK_TODAY),
        },
        {},
      ),
    );
  }
  const broken = verdicts.filter((verdict) => !verdict.isSound);
  console.log(verdictTable(verdicts));
  for (const verdict of broken) {
    for (const breach of verdict.breaches) {
      console.error(`${verdict.organizationName} (${verdict.organizationId}): ${breach.message}`);
    }
  }
  console.log(
    broken.length === 0
      ? `The books of ${verdicts.length} organization(s) passed every check.`
      : `${broken.length} of ${verdicts.length} organization(s) have books that failed a check.`,
  );
  return broken.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
