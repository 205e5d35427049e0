import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { observeRequest } from './metrics';
import { startTelemetry } from './telemetry';
import { isTracing, traced, traceId } from './tracing';

interface Sent {
  readonly path: string;
  readonly body: {
    resourceSpans?: {
      scopeSpans: {
        spans: {
          name: string;
          traceId: string;
          spanId: string;
          parentSpanId?: string;
          status: { code?: number };
          attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
        }[];
      }[];
    }[];
    resourceMetrics?: {
      scopeMetrics: { metrics: { name: string; histogram?: { dataPoints: object[] } }[] }[];
    }[];
  };
}

let stop: (() => Promise<void>) | null = null;
afterEach(async () => {
  await stop?.();
  stop = null;
});

async function collector(): Promise<{ url: string; sent: Sent[]; close(): void }> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    request.on('end', () => {
      sent.push({ path: request.url ?? '', body: JSON.parse(text) as Sent['body'] });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sent, close: () => server.close() };
}

test('without an endpoint nothing is collected, and work runs as it is', async () => {
  expect(await startTelemetry({})).toBeNull();
  expect(isTracing()).toBe(false);
  expect(await traced({ name: 'a' }, {}, async () => 7)).toBe(7);
  expect(traceId()).toBeUndefined();
});

test('spans are children of the work they are in and of the caller’s trace; a failure is named by its kind, never by its words', async () => {
  const { url, sent, close } = await collector();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url;
  try {
    stop = await startTelemetry(process.env);
    const parent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    await traced(
      { name: 'GET /things', kind: 'server', parent },
      { 'http.request.method': 'GET' },
      async (note) => {
        expect(traceId()).toBe('ab'.repeat(16));
        await traced({ name: 'things.list' }, {}, async () => {
          throw new TypeError('Jane Doe owes 12');
        }).catch(() => undefined);
        note({ 'http.response.status_code': 500 });
      },
    );
    observeRequest('things.list', 500, 3);
    await stop?.();
    stop = null;
    const spans = sent
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ body }) => body.resourceSpans ?? [])
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((one) => one.spans);
    const outer = spans.find(({ name }) => name === 'GET /things');
    const inner = spans.find(({ name }) => name === 'things.list');
    expect(outer).toMatchObject({ traceId: 'ab'.repeat(16), parentSpanId: 'cd'.repeat(8) });
    expect(inner).toMatchObject({
      traceId: 'ab'.repeat(16),
      parentSpanId: outer?.spanId,
      status: { code: 2 },
    });
    expect(JSON.stringify(spans)).not.toContain('Jane');
    expect(inner?.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'TypeError' } });
    const metrics = sent
      .filter(({ path }) => path === '/v1/metrics')
      .flatMap(({ body }) => body.resourceMetrics ?? [])
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap((one) => one.metrics);
    const [point] =
      metrics.find(({ name }) => name === 'daybook_request_seconds')?.histogram?.dataPoints ?? [];
    expect(point).toMatchObject({ count: 1, sum: 0.003 });
  } finally {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    close();
  }
});
