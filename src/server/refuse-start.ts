import { databaseAnswers, databaseIsDurable } from '@/db/health';
import { breachedListProblem } from '@/lib/breached-passwords';
import { env } from '@/lib/env';

/** A reason not to start, as one sentence for the terminal. */
export class StartRefused extends Error {}

/** Checks the requirements for starting; throws StartRefused with the reason. */
export async function checkStart(): Promise<void> {
  const { NODE_ENV, DAYBOOK_SECRET, DAYBOOK_DEMO, DATABASE_URL, DAYBOOK_BREACHED_PASSWORDS } = environment();
  if (DAYBOOK_SECRET === undefined) {
    throw new StartRefused('DAYBOOK_SECRET is not set; give it at least 32 random characters.');
  }
  const problem = DAYBOOK_BREACHED_PASSWORDS ? await breachedListProblem(DAYBOOK_BREACHED_PASSWORDS) : null;
  if (problem !== null) throw new StartRefused(`The file of DAYBOOK_BREACHED_PASSWORDS ${problem}.`);
  if (!(await databaseAnswers())) {
    throw new StartRefused(
      `The database ${hostOf(DATABASE_URL)} does not respond; start it or set DATABASE_URL.`,
    );
  }
  // A demo may run with any settings; real books must survive a power failure.
  if (NODE_ENV === 'production' && DAYBOOK_DEMO !== '1' && !(await databaseIsDurable())) {
    throw new StartRefused(
      'The database runs with fsync = off and would lose posted entries in a power failure. Turn fsync on.',
    );
  }
}

/** The sentence for an error while opening the port. */
export function listenSentence(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is used by another program; stop it or set PORT to another port.`;
  }
  if (error.code === 'EACCES')
    return `This user may not listen on port ${port}; set PORT to a port above 1023.`;
  return `Listening on port ${port} failed: ${error.message}.`;
}

function environment() {
  try {
    return env();
  } catch (error) {
    throw new StartRefused((error as Error).message);
  }
}

/** Host, port and database, without the credentials. */
function hostOf(url: string): string {
  if (!URL.canParse(url)) return 'of DATABASE_URL';
  const { host, pathname } = new URL(url);
  return `at ${host}${pathname}`;
}
