import fc from 'fast-check';

/** The number of batches of `batch` cases: the ordinary number, or enough for the number of cases in DAYBOOK_HISTORIES. */
export const batchesOf = (batch: number, ordinary: number): number =>
  Math.max(ordinary, Math.ceil(Number(process.env.DAYBOOK_HISTORIES ?? 0) / batch));

/**
 * Asserts a property over batches of cases. A batch is too long to print and too expensive to shrink: a failure names the seed and the path
 * that repeat it, and the failed case says the rest.
 */
export async function holds<T>(property: fc.IAsyncPropertyWithHooks<[T]>, batches: number): Promise<void> {
  await fc.assert(property, {
    numRuns: batches,
    endOnFailure: true,
    reporter({ failed, seed, counterexamplePath, errorInstance }) {
      if (!failed) return;
      const error = errorInstance instanceof Error ? errorInstance : new Error(String(errorInstance));
      error.message = `DAYBOOK_SEED=${seed}, path ${counterexamplePath}: ${error.message}`;
      throw error;
    },
  });
}
