/** What a span says about its work. Never a name, an amount or an ID of anyone: traces leave this server. */
export type Facts = Readonly<Record<string, string | number>>;

export type SpanKind = 'server' | 'internal' | 'client';

/** Where spans go (lib/telemetry/telemetry). */
export interface Tracing {
  /** Runs work as a span; spans begun meanwhile are its children. `parent` is the caller's `traceparent` header. */
  span<T>(
    what: { readonly name: string; readonly kind: SpanKind; readonly parent?: string | null },
    facts: Facts,
    work: (note: (more: Facts) => void) => Promise<T>,
  ): Promise<T>;
  /** The trace of the running work, for log lines. */
  traceId(): string | undefined;
}

// Next bundles pages separately from the server in front of it; both write into the same traces.
const holder = globalThis as typeof globalThis & { daybookTracing?: Tracing | undefined };

/** Sends spans there from now on; undefined: nowhere. */
export function traceInto(tracing: Tracing | undefined): void {
  holder.daybookTracing = tracing;
}

export const isTracing = (): boolean => holder.daybookTracing !== undefined;

/** The trace of the running work, if it is traced. */
export const traceId = (): string | undefined => holder.daybookTracing?.traceId();

const nothing = () => undefined;

/** Runs work as a span when traces are collected, and just runs it otherwise. */
export function traced<T>(
  what: { readonly name: string; readonly kind?: SpanKind; readonly parent?: string | null },
  facts: Facts,
  work: (note: (more: Facts) => void) => Promise<T>,
): Promise<T> {
  const tracing = holder.daybookTracing;
  if (tracing === undefined) return work(nothing);
  return tracing.span({ kind: 'internal', ...what }, facts, work);
}
