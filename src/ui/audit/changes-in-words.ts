import { formatQuantity } from '@/ui/kit/figures/amount-format';
import { formatDate, formatInstant } from '@/ui/kit/figures/date-format';
import { statusWords } from '@/ui/kit/figures/status-pill';
import type { FieldChange } from '@/ui/kit/figures/timeline';

/** The names of the records whose IDs a record contains. */
export type Names = ReadonlyMap<string, string>;

const UNTOLD = new Set(['id', 'version', 'organizationId', 'createdAt', 'updatedAt', 'secret', 'secretHash']);
const NAMES: Readonly<Record<string, string>> = {
  transactionStatus: 'Status',
  recordStatus: 'Record status',
  isActive: 'Active',
  createdBy: 'Prepared by',
  glTransactionId: 'Ledger entry',
  ledgerEntryId: 'Ledger entry',
  sspMethod: 'Method of the standalone selling price',
  ssp: 'Standalone selling price',
};
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;
const FIGURE = /^-?\d+\.\d+$/;
/** Records are not taken apart below this depth, which nothing in the books reaches. */
const DEEPEST = 8;

/**
 * The changed fields of a record in words, old and new: names instead of ids, dates as they are read, parts of lists and of nested
 * records one by one. A field that only the old record has did not change, since a record of a step names what the step changed.
 * Of a record that is new, or gone, every field.
 */
export function changesInWords(before: unknown, after: unknown, names: Names): FieldChange[] {
  const old = leaves(before);
  const now = leaves(after);
  const isNew = before === null || before === undefined;
  const isGone = after === null || after === undefined;
  const paths = new Set(isGone ? old.keys() : now.keys());
  for (const [path] of isNew || isGone ? [] : old) {
    // Part of a list or nested record that is still there, and was removed from it.
    if (path.length > 1 && isRoot(now, path)) paths.add(path);
  }
  const byWords = (map: Leaves) => new Map([...map].map(([path, value]) => [path.join('/'), value]));
  const [oldBy, nowBy] = [byWords(old), byWords(now)];
  const seen = new Set<string>();
  return [...paths].flatMap((path) => {
    const key = path.join('/');
    if (seen.has(key)) return [];
    seen.add(key);
    const change = {
      field: fieldWords(path),
      before: valueWords(oldBy.get(key), names),
      after: valueWords(nowBy.get(key), names),
    };
    return change.before === change.after ? [] : [change];
  });
}

/** The ids that records mention, whose names make their history readable. */
export function idsIn(...records: readonly unknown[]): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, depth: number) => {
    if (typeof value === 'string' && ID.test(value)) found.add(value);
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    for (const [name, part] of Object.entries(value)) if (!UNTOLD.has(name)) walk(part, depth + 1);
  };
  walk(records, 0);
  return [...found];
}

type Path = readonly string[];
type Leaves = ReadonlyMap<Path, unknown>;

/** Every value of a record by its path; lists of plain values are one value. */
function leaves(record: unknown): Leaves {
  const found = new Map<Path, unknown>();
  const walk = (value: unknown, path: Path) => {
    if (value instanceof Date || typeof value !== 'object' || value === null || path.length > DEEPEST) {
      if (path.length > 0) found.set(path, value);
      return;
    }
    if (Array.isArray(value) && value.every((part) => typeof part !== 'object' || part === null)) {
      found.set(path, value);
      return;
    }
    for (const [name, part] of Object.entries(value)) {
      if (!UNTOLD.has(name)) walk(part, [...path, Array.isArray(value) ? String(Number(name) + 1) : name]);
    }
  };
  if (typeof record === 'object') walk(record, []);
  return found;
}

const isRoot = (map: Leaves, path: Path) => [...map.keys()].some(([root]) => root === path[0]);

/** `billingAddress/city` as "Billing address, city"; `rates/2/percent` as "Rates 2, percent". */
function fieldWords(path: Path): string {
  const words = path.map((part) => NAMES[part] ?? plain(part));
  const text = words.reduce((all, word) =>
    /^\d+$/.test(word) ? `${all} ${word}` : `${all}, ${lower(word)}`,
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const plain = (field: string) =>
  field
    .replace(/(?<=[a-z])Ids?$/, '')
    .replace(/^is(?=[A-Z])/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);

function valueWords(value: unknown, names: Names): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof Date) return formatInstant(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? null : value.map((part) => valueWords(part, names) ?? '–').join(', ');
  }
  if (typeof value === 'object') return 'more details';
  const text = String(value);
  if (ID.test(text)) return names.get(text.toLowerCase()) ?? 'a record without a name';
  if (DAY.test(text)) return formatDate(text);
  if (INSTANT.test(text)) return formatInstant(text);
  if (CODE.test(text)) return statusWords(text);
  return FIGURE.test(text) ? formatQuantity(text.replace(/\.?0+$/, ''), 2) : text;
}
