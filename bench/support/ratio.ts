export interface Bar {
  /** `B1 posting over HTTP`. */
  readonly name: string;
  /** What each side counts, e.g. `posts/s`. */
  readonly unit: string;
  readonly ours: number;
  readonly theirs: number;
  /** A description of what our figure is divided by. */
  readonly peer: string;
  /** The ratio that must be reached. */
  readonly atLeast: number;
  /** For durations, where lower is better: the ratio is theirs over ours. */
  readonly lowerIsBetter?: boolean;
  readonly note?: string;
}

/** Ours over theirs (theirs over ours for durations). */
export function ratioOf(bar: Bar): number {
  return bar.lowerIsBetter === true ? bar.theirs / bar.ours : bar.ours / bar.theirs;
}

/** Prints both raw figures and the ratio; true when the bar is reached. */
export function report(bar: Bar): boolean {
  const ratio = ratioOf(bar);
  const reached = ratio >= bar.atLeast;
  const figure = (value: number) =>
    value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);
  console.log(
    `${reached ? 'reached' : 'MISSED '}  ${bar.name}: ours ${figure(bar.ours)} ${bar.unit}, ${bar.peer} ${figure(bar.theirs)} ${bar.unit}, ` +
      `ratio ${ratio.toFixed(3)} (bar ${bar.atLeast})${bar.note ? `; ${bar.note}` : ''}`,
  );
  return reached;
}

/** Measures ours and theirs alternately (A-B-A order, because a shared machine drifts) and takes the medians. */
export const alternating = (
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number; theirs: number }> => inTurn(rounds, { ours, theirs });

/** Measures each in turn, the first once more at the end, and takes the medians. */
export async function inTurn<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measures) as Name[];
  const found = new Map(names.map((name) => [name, [] as number[]]));
  const measure = async (name: Name) => found.get(name)?.push(await measures[name]());
  for (let round = 0; round < rounds; round += 1) for (const name of names) await measure(name);
  for (const name of names.slice(0, 1)) await measure(name);
  return Object.fromEntries([...found].map(([name, values]) => [name, median(values)])) as Record<
    Name,
    number
  >;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
