import { traceInto } from './tracing';

/** How often metrics are sent. */
const METRICS_EVERY_MS = 30_000;

/**
 * Sends traces and metrics by OTLP over HTTP when `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Headers, sampling, timeouts and the service's name
 * follow OpenTelemetry's own variables. Otherwise nothing of it is loaded.
 * @returns sends what is left and ends it; null when nothing is sent
 */
export async function startTelemetry(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<(() => Promise<void>) | null> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  const [resources, { OTLPTraceExporter }, traces, { OTLPMetricExporter }, metrics, own] = await Promise.all([
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/sdk-metrics'),
    Promise.all([import('./telemetry-spans'), import('./telemetry-metrics')]),
  ]);
  const [{ spansOf }, { ownMetrics }] = own;
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ 'service.name': environment.OTEL_SERVICE_NAME ?? 'daybook' }));
  const provider = new traces.BasicTracerProvider({
    resource,
    spanProcessors: [new traces.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const meters = new metrics.MeterProvider({
    resource,
    readers: [
      new metrics.PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(),
        exportIntervalMillis: METRICS_EVERY_MS,
        exportTimeoutMillis: METRICS_EVERY_MS / 3,
        metricProducers: [ownMetrics],
      }),
    ],
  });
  const spans = spansOf(provider.getTracer('daybook'));
  traceInto(spans.tracing);
  return async () => {
    traceInto(undefined);
    spans.end();
    await Promise.allSettled([provider.shutdown(), meters.shutdown()]);
  };
}
