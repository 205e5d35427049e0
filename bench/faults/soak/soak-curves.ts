/** An observation, made every ten seconds of a long run. */
export interface Look {
  /** Since the load began. */
  readonly minute: number;
  readonly requests: number;
  readonly failures: number;
  /** The 99th percentile of postings since the observation before, in milliseconds. */
  readonly postP99: number;
  /** The same of lists and reports. */
  readonly readP99: number;
  /** Memory of the server's process. */
  readonly residentMb: number;
  readonly heapMb: number;
  /** The 99th percentile of the delay of the server's event loop. */
  readonly loopP99: number;
}

const COLUMNS = [
  'minute',
  'requests',
  'failures',
  'postP99',
  'readP99',
  'residentMb',
  'heapMb',
  'loopP99',
] as const satisfies readonly (keyof Look)[];

/** The observations as comma-separated values. */
export function csvOf(looks: readonly Look[]): string {
  const rows = looks.map((look) => COLUMNS.map((name) => Number(look[name].toFixed(3))).join(','));
  return `${[COLUMNS.join(','), ...rows].join('\n')}\n`;
}

/** Reads them back. */
export function looksFrom(csv: string): Look[] {
  const [head = '', ...rows] = csv.trim().split('\n');
  const names = head.split(',');
  return rows.map(
    (row) =>
      Object.fromEntries(row.split(',').map((value, at) => [names[at], Number(value)])) as unknown as Look,
  );
}

const WIDTH = 760;
const PANEL = 150;
const GAP = 46;
const LEFT = 56;
const RIGHT = 12;
const TOP = 28;

interface Panel {
  readonly title: string;
  readonly curves: readonly (readonly [name: string, field: keyof Look, color: string])[];
}

const PANELS: readonly Panel[] = [
  {
    title: 'Memory, MB',
    curves: [
      ['resident', 'residentMb', 'a'],
      ['heap', 'heapMb', 'b'],
    ],
  },
  {
    title: 'p99 of answers, ms',
    curves: [
      ['postings', 'postP99', 'a'],
      ['lists and reports', 'readP99', 'b'],
    ],
  },
  { title: 'p99 of the event loop’s delay, ms', curves: [['delay', 'loopP99', 'a']] },
];

/** The curves of a long run as one picture, readable on a light and a dark background. */
export function svgOf(looks: readonly Look[]): string {
  const height = TOP + PANELS.length * (PANEL + GAP);
  const last = Math.max(...looks.map(({ minute }) => minute));
  const panels = PANELS.map((panel, at) => drawn(panel, looks, TOP + at * (PANEL + GAP), last));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Memory, response times and event-loop delay over ${last.toFixed(0)} minutes">`,
    '<style>text{font:12px system-ui,sans-serif;fill:#1f2937}.g{stroke:#d1d5db;stroke-width:1}.a,.b{fill:none;stroke-width:1.5}.a{stroke:#1d4ed8}.b{stroke:#b45309}text.a{fill:#1d4ed8;stroke:none}text.b{fill:#b45309;stroke:none}.bg{fill:#fff}@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.g{stroke:#374151}.a{stroke:#93c5fd}.b{stroke:#fcd34d}text.a{fill:#93c5fd}text.b{fill:#fcd34d}.bg{fill:#111827}}</style>',
    `<rect class="bg" width="${WIDTH}" height="${height}"/>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

function drawn({ title, curves }: Panel, looks: readonly Look[], top: number, last: number): string {
  // A server's first minute, in which its code is compiled, would flatten the rest; values beyond the top are drawn at the top.
  const usual = looks.filter(({ minute }) => minute >= 1);
  const most = roundedUp(Math.max(...usual.flatMap((look) => curves.map(([, field]) => look[field])), 1));
  const x = (minute: number) => LEFT + (minute / last) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => top + PANEL - (Math.min(value, most) / most) * PANEL;
  const lines = [0, 0.5, 1].map((part) => {
    const at = y(most * part).toFixed(1);
    return `<path class="g" d="M${LEFT} ${at}H${WIDTH - RIGHT}"/><text x="${LEFT - 6}" y="${Number(at) + 4}" text-anchor="end">${most * part}</text>`;
  });
  const minutes = Array.from({ length: 7 }, (_, at) => (last * at) / 6).map(
    (minute) =>
      `<text x="${x(minute).toFixed(1)}" y="${top + PANEL + 16}" text-anchor="middle">${Number(minute.toFixed(1))}</text>`,
  );
  const paths = curves.map(([, field, color]) => {
    const points = looks.map((look) => `${x(look.minute).toFixed(1)} ${y(look[field]).toFixed(1)}`);
    return `<path class="${color}" d="M${points.join('L')}"/>`;
  });
  const names = curves.map(
    ([name, , color], at) =>
      `<text class="${color}" x="${WIDTH - RIGHT - 130 * (curves.length - 1 - at)}" y="${top - 8}" text-anchor="end">${name}</text>`,
  );
  return [`<text x="${LEFT}" y="${top - 8}">${title}</text>`, ...lines, ...minutes, ...names, ...paths].join(
    '\n',
  );
}

/** The next of 1, 2, 5, 10, 20, 50 … that is not below a value. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((one) => one * power >= value) ?? 10) * power;
}
