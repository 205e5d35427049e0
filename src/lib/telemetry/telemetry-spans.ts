import {
  type Context,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Tracing } from './tracing';

const KINDS = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;
const propagator = new W3CTraceContextPropagator();
const oneHeader = {
  keys: () => ['traceparent'],
  get: (carrier: { readonly traceparent: string }, key: string) =>
    key === 'traceparent' ? carrier.traceparent : undefined,
};

/** Spans of a tracer, children of the span they are begun in. `end` stops tracing. */
export function spansOf(tracer: Tracer): { readonly tracing: Tracing; end(): void } {
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const parentOf = (parent: string | null | undefined): Context =>
    parent ? propagator.extract(ROOT_CONTEXT, { traceparent: parent }, oneHeader) : context.active();
  const tracing: Tracing = {
    span({ name, kind, parent }, facts, work) {
      const within = parentOf(parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, within);
      return context.with(trace.setSpan(within, span), async () => {
        try {
          return await work((more) => span.setAttributes(more));
        } catch (error) {
          // The kind of error only: a message may name a record or a person.
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    traceId: () => trace.getSpanContext(context.active())?.traceId,
  };
  return {
    tracing,
    end: () => {
      context.disable();
      manager.disable();
    },
  };
}
