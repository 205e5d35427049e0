/** Unsaved work as this browser keeps it. */
export type KeptWork<Value> = {
  /** When it was typed, ISO 8601. */
  readonly at: string;
  readonly value: Value;
};

const PREFIX = 'daybook-kept/';

/** The name under which a person's work on one form is kept: no one else who uses the browser is offered it. */
export function keptName(organizationId: string, email: string, form: string): string {
  return `${PREFIX}${organizationId}/${email}/${form}`;
}

/** Reads kept work; null when there is none or it is not what the form understands (`read` answers null). */
export function readKept<Value>(
  storage: Storage,
  name: string,
  read: (value: unknown) => Value | null,
): KeptWork<Value> | null {
  try {
    const kept = JSON.parse(storage.getItem(name) ?? 'null') as { at?: unknown; value?: unknown } | null;
    if (kept === null || typeof kept.at !== 'string' || Number.isNaN(Date.parse(kept.at))) return null;
    const value = read(kept.value);
    return value === null ? null : { at: kept.at, value };
  } catch {
    return null;
  }
}

/** Keeps work; a browser whose storage is full or forbidden keeps nothing, and the form works as before. */
export function keep(storage: Storage, name: string, value: unknown, at: string): void {
  try {
    storage.setItem(name, JSON.stringify({ at, value }));
  } catch {
    storage.removeItem(name);
  }
}

/** What was typed and rests, by name, until it is kept. */
const resting = new Map<
  string,
  { readonly timer: ReturnType<typeof setTimeout>; readonly now: () => void }
>();

/** Keeps work (`now` does it) once typing has rested for so many milliseconds: not if it is forgotten or typed on before. */
export function keepAfter(name: string, restMs: number, now: () => void): void {
  stopResting(name);
  const timer = setTimeout(() => keepNow(name), restMs);
  resting.set(name, { timer, now });
}

/** Keeps at once what rests, as when the page is left. */
export function keepNow(name: string): void {
  const rest = resting.get(name);
  stopResting(name);
  rest?.now();
}

/** What rests is not kept anymore. */
export function stopResting(name: string): void {
  clearTimeout(resting.get(name)?.timer);
  resting.delete(name);
}

/** Nothing is kept of saved or dropped work, not even what was typed just before and still rests while the form is shown. */
export function forget(storage: Storage, name: string): void {
  stopResting(name);
  storage.removeItem(name);
}

/** Removes whatever is kept here for a person who signs out on purpose. */
export function forgetAll(storage: Storage, email: string): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const name of names) {
    if (name.startsWith(PREFIX) && name.split('/')[2] === email) storage.removeItem(name);
  }
}
