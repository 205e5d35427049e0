/** The header in which our own server tells a page for whom it is rendered; what a caller sends under this name is replaced. */
export const PAGE_CALLER_HEADER = 'x-daybook-page-caller';

interface Holder {
  /** The signals of those for whom a page is being rendered, by the number in the header. */
  readonly waiting: Map<string, AbortSignal>;
  last: number;
}

// Next bundles pages separately from the server in front of it; both must mean the same callers.
const holder = globalThis as typeof globalThis & { daybookPageCallers?: Holder };

function held(): Holder {
  holder.daybookPageCallers ??= { waiting: new Map(), last: 0 };
  return holder.daybookPageCallers;
}

/** Notes for whom a page is rendered. @returns what the header says, and a function to be called once the page has ended */
export function enterPage(gone: AbortSignal): { readonly header: string; readonly leave: () => void } {
  const { waiting } = held();
  held().last += 1;
  const header = String(held().last);
  waiting.set(header, gone);
  return { header, leave: () => void waiting.delete(header) };
}

/** The signal of the caller for whom a page is rendered, aborted where the page has ended; undefined where no server of ours is in front of Next. */
export function pageCaller(header: string | null): AbortSignal | undefined {
  if (header === null) return undefined;
  return held().waiting.get(header) ?? AbortSignal.abort();
}
