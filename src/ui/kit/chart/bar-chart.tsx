import { type Decimal, dec } from '@/core/money/decimal';
import { formatAmount, formatShort } from '../figures/amount-format';
import { type Scale, scaleOf, shareOf } from './scale';

export type BarTone = 'accent' | 'planned' | 'positive' | 'caution' | 'plum';

export type BarSeries = {
  readonly id: string;
  readonly label: string;
  readonly tone: BarTone;
  /** One figure for each group; negative values extend downward. */
  readonly values: readonly (string | null | undefined)[];
};

const TONES: Readonly<Record<BarTone, string>> = {
  accent: 'fill-accent-solid',
  planned: 'fill-accent-soft stroke-accent',
  positive: 'fill-positive',
  caution: 'fill-caution',
  plum: 'fill-plum',
};

const WIDTH = 960;
const HEIGHT = 240;
const LEFT = 52;
const BOTTOM = 24;
const TOP = 8;

/**
 * Bars stacked by series, one stack for each group, with an optional line over them. The figures are in the table next
 * to it, so screen readers see a single named image.
 */
export function BarChart({
  label,
  currency,
  groups,
  series,
  line,
}: {
  readonly label: string;
  readonly currency: string;
  readonly groups: readonly string[];
  readonly series: readonly BarSeries[];
  readonly line?: { readonly label: string; readonly values: readonly string[] };
}) {
  const stacks = groups.map((_, index) => stackOf(series, index));
  const lineValues = line?.values.map(dec) ?? [];
  const scale = scaleOf([
    ...stacks.flatMap((stack) => stack.flatMap(({ from, to }) => [from, to])),
    ...lineValues,
  ]);
  const slot = (WIDTH - LEFT) / Math.max(1, groups.length);
  const bar = Math.min(44, slot * 0.64);
  const middle = (index: number) => LEFT + slot * index + slot / 2;
  const every = Math.ceil(groups.length / 14);
  return (
    <figure className="rounded-card border border-line bg-surface p-4 shadow-raised" data-print="hide">
      <Legend series={series} line={line?.label} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={`${label}, scrolls sideways`} tabIndex={0} className="overflow-x-auto">
        <svg
          role="img"
          aria-label={`${label}. The table holds the figures.`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className="h-auto w-full min-w-180 max-w-320"
        >
          <Axis scale={scale} />
          {stacks.map((stack, index) => (
            <g key={groups[index]}>
              {stack.map(({ series: one, value, from, to }) => {
                const top = heightOf(to.gt(from) ? to : from, scale);
                const foot = heightOf(to.gt(from) ? from : to, scale);
                return (
                  <rect
                    key={one.id}
                    x={middle(index) - bar / 2}
                    y={top}
                    width={bar}
                    height={Math.max(foot - top, 0.5)}
                    rx={1.5}
                    className={TONES[one.tone]}
                  >
                    <title>{`${groups[index]}, ${one.label}: ${formatAmount(value, currency)}`}</title>
                  </rect>
                );
              })}
              {index % every === 0 ? (
                <text
                  x={middle(index)}
                  y={HEIGHT - 6}
                  textAnchor="middle"
                  className="fill-ink-mute text-[11px]"
                >
                  {groups[index]}
                </text>
              ) : null}
            </g>
          ))}
          {line ? (
            <polyline
              className="fill-none stroke-ink-soft"
              strokeWidth={1.75}
              points={lineValues
                .map((value, index) => `${middle(index)},${heightOf(value, scale)}`)
                .join(' ')}
            />
          ) : null}
        </svg>
      </section>
    </figure>
  );
}

type Piece = {
  readonly series: BarSeries;
  readonly value: string;
  readonly from: Decimal;
  readonly to: Decimal;
};

/** The segments of one group: positive values stack upward, negative ones downward. */
function stackOf(series: readonly BarSeries[], index: number): Piece[] {
  let up = dec('0');
  let down = dec('0');
  return series.flatMap((one): Piece[] => {
    const value = one.values[index];
    const amount = dec(value ?? '0');
    if (value === null || value === undefined || amount.isZero()) return [];
    const from = amount.isNegative() ? down : up;
    const to = from.plus(amount);
    if (amount.isNegative()) down = to;
    else up = to;
    return [{ series: one, value, from, to }];
  });
}

function heightOf(value: Decimal, scale: Scale): number {
  return TOP + (1 - shareOf(value, scale)) * (HEIGHT - TOP - BOTTOM);
}

function Axis({ scale }: { readonly scale: Scale }) {
  return (
    <g>
      {scale.ticks.map((tick) => {
        const y = heightOf(tick, scale);
        return (
          <g key={tick.toFixed()}>
            <line
              x1={LEFT}
              x2={WIDTH}
              y1={y}
              y2={y}
              className={tick.isZero() ? 'stroke-ink-mute' : 'stroke-line'}
            />
            <text x={LEFT - 8} y={y + 4} textAnchor="end" className="figures fill-ink-mute text-[11px]">
              {tick.isZero() ? '0' : formatShort(tick.toFixed())}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Legend({
  series,
  line,
}: {
  readonly series: readonly BarSeries[];
  readonly line: string | undefined;
}) {
  if (series.length < 2 && line === undefined) return null;
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-small">
      {series.map(({ id, label, tone }) => (
        <li key={id} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
            <rect x={0.5} y={0.5} width={9} height={9} rx={1.5} className={TONES[tone]} />
          </svg>
          {label}
        </li>
      ))}
      {line === undefined ? null : (
        <li className="flex items-center gap-1.5">
          <svg viewBox="0 0 14 10" aria-hidden="true" className="h-2.5 w-3.5">
            <line x1={0} x2={14} y1={5} y2={5} className="stroke-ink-soft" strokeWidth={2} />
          </svg>
          {line}
        </li>
      )}
    </ul>
  );
}
