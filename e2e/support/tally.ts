import fs from 'node:fs';

/** Tells `npm run faults` how many attempts a test made (DAYBOOK_TALLY names the file it reads); nothing in an ordinary run. */
export function tally(attempts: number): void {
  const file = process.env.DAYBOOK_TALLY;
  if (file !== undefined) fs.appendFileSync(file, `${attempts}\n`);
}
