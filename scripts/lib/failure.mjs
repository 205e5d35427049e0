/** A failure that the person at the terminal can act on: printed as one sentence, never as a stack trace. */
export class Failure extends Error {}

/** The one sentence for any thrown value. Unknown errors keep their own first line. */
export function sentenceOf(error) {
  if (error instanceof Failure) return error.message;
  const text = error instanceof Error ? error.message || error.code || error.name : String(error);
  return `Daybook stopped: ${String(text).split('\n')[0]} (DAYBOOK_DEBUG=1 shows where).`;
}

/**
 * Runs a command's main function: prints one sentence and exits 1 when it fails.
 * DAYBOOK_DEBUG=1 prints the stack as well.
 */
export async function command(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`\n${sentenceOf(error)}\n`);
    if (process.env.DAYBOOK_DEBUG) console.error(error);
    process.exit(1);
  }
}
