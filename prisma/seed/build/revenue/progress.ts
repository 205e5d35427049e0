/** Runs one step of the build and reports how long it took. */
export type Step = <T>(label: string, work: () => Promise<T>) => Promise<T>;

/** Steps that print a line each. */
export function printedSteps(print: (line: string) => void): Step {
  return async (label, work) => {
    const started = performance.now();
    const result = await work();
    print(`  ${label} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    return result;
  };
}
