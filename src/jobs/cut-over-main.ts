// npm run cut-over -- FOLDER --date YYYY-MM-DD [--organization SLUG] [--check]: takes the files of an earlier system over, opens the books
// and prints the proof. Exits with 0 when the cut-over is proved, 2 when differences are left for a person to assign, 1 when a file
// has errors or something is refused.
import { parseArgs } from 'node:util';
import { systemPrincipal } from '@/auth/principal';
import { RefusalError } from '@/core/refusals';
import { systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { newId } from '@/lib/ids';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { getOrganization } from '@/usecases/organizations/organization-records';
import { CutOverRefused, proofLines, takeFolder } from './cut-over-command';
import { everyOrganization } from './organizations';
import { TableRefused } from './read-table-file';

const USAGE = 'Usage: npm run cut-over -- FOLDER --date YYYY-MM-DD [--organization SLUG] [--check]';

const callFor = (organizationId: string): Call => ({
  principal: systemPrincipal(organizationId),
  surface: 'job',
  requestId: newId(),
  clock: systemClock(env().DAYBOOK_TODAY),
});

/** The organization named, or the only one there is. */
async function organizationOf(slug: string | undefined): Promise<string> {
  const found: { id: string; slug: string }[] = [];
  for await (const id of everyOrganization()) {
    const { slug: own } = await runForOutput(getOrganization, callFor(id), { id });
    found.push({ id, slug: own });
  }
  const wanted = slug === undefined ? found : found.filter((one) => one.slug === slug);
  const [only] = wanted;
  if (wanted.length === 1 && only !== undefined) return only.id;
  const names = found.map((one) => one.slug).join(', ');
  throw new CutOverRefused(
    slug === undefined
      ? `There are ${found.length} organizations (${names}); say which with --organization.`
      : `There is no organization ${slug}; there are ${names}.`,
  );
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { date: { type: 'string' }, organization: { type: 'string' }, check: { type: 'boolean' } },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1 || values.date === undefined)
    throw new CutOverRefused(USAGE);
  const proof = await takeFolder(callFor(await organizationOf(values.organization)), {
    folder,
    cutOverDate: values.date,
    checkOnly: values.check === true,
    say: (line) => console.log(line),
  });
  for (const line of proofLines(proof)) console.log(line);
  return proof.isProved || values.check === true ? 0 : 2;
}

const isSentence = (error: unknown): error is Error =>
  error instanceof CutOverRefused ||
  error instanceof RefusalError ||
  error instanceof TableRefused ||
  (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(isSentence(error) ? error.message : error);
    process.exit(1);
  },
);
