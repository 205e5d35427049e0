/** One line being entered: the texts of its cells and the errors of some of them. */
export type GridLine = {
  readonly key: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<string, string>>;
};

export type GridState = {
  readonly lines: readonly GridLine[];
  readonly past: readonly (readonly GridLine[])[];
  /**
   * The cell being typed into since the newest step of `past`, so that one undo reverts the whole input and not a
   * single letter.
   */
  readonly typing: string | null;
};

/** A cell's new text may change its neighbors: a debit clears the credit. */
export type CellRule = (line: GridLine, column: string, text: string) => Partial<GridLine>;

export type GridAction =
  | { readonly do: 'type'; readonly key: string; readonly column: string; readonly text: string }
  | { readonly do: 'settle'; readonly key: string; readonly column: string }
  | { readonly do: 'insert'; readonly after: string | null; readonly key: string }
  | { readonly do: 'duplicate'; readonly key: string; readonly newKey: string }
  | { readonly do: 'remove'; readonly key: string; readonly blankKey: string }
  | { readonly do: 'copyAbove'; readonly key: string; readonly column: string }
  | {
      readonly do: 'paste';
      readonly key: string;
      readonly column: string;
      readonly rows: readonly (readonly string[])[];
      readonly newKeys: readonly string[];
      /** The column each cell of a row goes to; null leaves it out. Without it, the columns from the one pasted into. */
      readonly targets?: readonly (string | null)[];
    }
  | { readonly do: 'load'; readonly lines: readonly GridLine[] }
  /** Other lines instead of these; undone as one step. */
  | { readonly do: 'rewrite'; readonly lines: readonly GridLine[] }
  /** Choices have come that texts of the column may name; `isKnown` says of which texts all have. */
  | { readonly do: 'lookUp'; readonly column: string; readonly isKnown: (text: string) => boolean }
  | { readonly do: 'undo' };

export type GridRules = {
  /** The columns that can be typed into, from left to right; a paste fills them in this order. */
  readonly columns: readonly string[];
  readonly onType: CellRule;
  /** How the text changes when the cell is left: amounts are calculated, accounts looked up. */
  readonly onSettle: CellRule;
  /** The columns that a new line takes from the line above as soon as something is typed into it. */
  readonly carried?: readonly string[];
};

const DEPTH = 100;

/** A line without any input yet. */
export function blankLine(key: string, cells: Readonly<Record<string, string>> = {}): GridLine {
  return { key, cells, problems: {} };
}

/** True when every cell is empty. */
export function isBlank(line: GridLine): boolean {
  return Object.values(line.cells).every((text) => text.trim() === '');
}

/** The grid after an action. The rules depend on the kind of grid; the actions are the same everywhere. */
export function gridReducer(rules: GridRules) {
  return (state: GridState, action: GridAction): GridState => {
    switch (action.do) {
      case 'undo': {
        const last = state.past.at(-1);
        return last === undefined ? state : { lines: last, past: state.past.slice(0, -1), typing: null };
      }
      case 'load':
        return { lines: action.lines, past: [], typing: null };
      case 'type': {
        const cell = `${action.key}/${action.column}`;
        const begun = carriedOver(rules, state.lines, action);
        const lines = changed(begun, action.key, (line) => typed(rules, line, action.column, action.text));
        return { lines, past: state.typing === cell ? state.past : remembered(state), typing: cell };
      }
      case 'lookUp': {
        const lines = state.lines.map((line) =>
          state.typing === `${line.key}/${action.column}` ? line : lookedUp(rules, line, action),
        );
        return lines.every((line, at) => line === state.lines[at]) ? state : { ...state, lines };
      }
      case 'rewrite':
        return { lines: action.lines, past: remembered(state), typing: null };
      case 'settle': {
        const lines = changed(state.lines, action.key, (line) => settled(rules, line, action.column));
        return { ...state, lines, typing: null };
      }
      default:
        return { lines: reshaped(rules, state.lines, action), past: remembered(state), typing: null };
    }
  };
}

/** A line nothing was entered into yet begins with what the nearest line above says in the carried columns. */
function carriedOver(
  { carried = [] }: GridRules,
  lines: readonly GridLine[],
  { key, column, text }: Extract<GridAction, { do: 'type' }>,
): readonly GridLine[] {
  const at = lines.findIndex((line) => line.key === key);
  const line = lines[at];
  if (line === undefined || !isBlank(line) || text.trim() === '') return lines;
  const above = lines.slice(0, at).findLast((other) => !isBlank(other));
  if (above === undefined) return lines;
  const taken = carried.filter((name) => name !== column && above.problems[name] === undefined);
  const cells = Object.fromEntries(taken.map((name) => [name, above.cells[name] ?? '']));
  return changed(lines, key, (begun) => ({ ...begun, cells: { ...begun.cells, ...cells } }));
}

function remembered(state: GridState): GridState['past'] {
  return [...state.past, state.lines].slice(-DEPTH);
}

function typed(rules: GridRules, line: GridLine, column: string, text: string): GridLine {
  const { [column]: _solved, ...problems } = line.problems;
  const next = { ...line, cells: { ...line.cells, [column]: text }, problems };
  return { ...next, ...rules.onType(next, column, text) };
}

function settled(rules: GridRules, line: GridLine, column: string): GridLine {
  return { ...line, ...rules.onSettle(line, column, line.cells[column] ?? '') };
}

/** A line whose text was not found is settled once more; one whose text names nothing although all choices have come is marked. */
function lookedUp(
  rules: GridRules,
  line: GridLine,
  { column, isKnown }: Extract<GridAction, { do: 'lookUp' }>,
): GridLine {
  const text = line.cells[column] ?? '';
  if (text.trim() === '') return line;
  const { [column]: problem, ...problems } = line.problems;
  const next = settled(rules, { ...line, problems }, column);
  const isFound = next.problems[column] === undefined;
  if (problem !== undefined) return isFound ? next : line;
  // What was settled before reads as its choice does, and is left as it is.
  if (isFound) return next.cells[column] === text ? line : next;
  return isKnown(text) ? next : line;
}

function changed(lines: readonly GridLine[], key: string, change: (line: GridLine) => GridLine): GridLine[] {
  return lines.map((line) => (line.key === key ? change(line) : line));
}

type Reshaping = Exclude<GridAction, { do: 'undo' | 'load' | 'lookUp' | 'rewrite' | 'type' | 'settle' }>;

function reshaped(rules: GridRules, lines: readonly GridLine[], action: Reshaping): readonly GridLine[] {
  if (action.do === 'insert') {
    const at =
      action.after === null ? lines.length : lines.findIndex((line) => line.key === action.after) + 1;
    return [...lines.slice(0, at), blankLine(action.key), ...lines.slice(at)];
  }
  const at = lines.findIndex((line) => line.key === action.key);
  const line = lines[at];
  if (line === undefined) return lines;
  switch (action.do) {
    case 'duplicate':
      return [...lines.slice(0, at + 1), { ...line, key: action.newKey }, ...lines.slice(at + 1)];
    case 'remove': {
      const rest = lines.filter((other) => other.key !== action.key);
      return rest.length === 0 ? [blankLine(action.blankKey)] : rest;
    }
    case 'copyAbove': {
      const above = lines[at - 1]?.cells[action.column];
      if (above === undefined) return lines;
      return changed(lines, action.key, (target) =>
        settled(rules, typed(rules, target, action.column, above), action.column),
      );
    }
    case 'paste':
      return pasted(rules, lines, at, action);
  }
}

/** Fills from the cell pasted into, to the right and down; blank lines are used, others are replaced. */
function pasted(
  rules: GridRules,
  lines: readonly GridLine[],
  at: number,
  { column, rows, newKeys, targets }: Extract<GridAction, { do: 'paste' }>,
): GridLine[] {
  const first = rules.columns.indexOf(column);
  const result = [...lines];
  for (const [offset, texts] of rows.entries()) {
    const index = at + offset;
    let line = result[index] ?? blankLine(newKeys[offset] ?? `pasted-${offset}`);
    for (const [position, text] of texts.entries()) {
      const target = targets === undefined ? rules.columns[first + position] : targets[position];
      if (target === undefined || target === null) continue;
      // An empty debit next to a credit says nothing about the debit.
      if (text.trim() === '' && texts.length > 1) continue;
      line = settled(rules, typed(rules, line, target, text.trim()), target);
    }
    result[index] = line;
  }
  return result;
}
