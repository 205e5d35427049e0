import { type HrTime, ValueType } from '@opentelemetry/api';
import { hrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { metrics } from './metrics';

const began = hrTime();

/** The metrics of this process (lib/telemetry/metrics), the same that /metrics answers. */
export const ownMetrics: MetricProducer = {
  async collect() {
    const now = hrTime();
    const found = (await metrics.getMetricsAsJSON()) as unknown as Collected[];
    return {
      errors: [],
      resourceMetrics: {
        resource: emptyResource(),
        scopeMetrics: [{ scope: { name: 'daybook' }, metrics: found.flatMap((one) => dataOf(one, now)) }],
      },
    };
  },
};

type Collected = MetricObjectWithValues<MetricValue<string> & { readonly metricName?: string }>;

function dataOf(metric: Collected, now: HrTime): MetricData[] {
  const { name, help, values } = metric;
  const common = {
    descriptor: {
      name,
      description: help,
      unit: name.endsWith('_seconds') ? 's' : '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  } as const;
  const point = <Value>(labels: object, value: Value) => ({
    startTime: began,
    endTime: now,
    attributes: { ...labels } as Record<string, string>,
    value,
  });
  switch (String(metric.type)) {
    case 'counter':
      return [
        {
          ...common,
          dataPointType: DataPointType.SUM,
          isMonotonic: true,
          dataPoints: values.map(({ labels, value }) => point(labels, value)),
        },
      ];
    case 'gauge':
      return [
        {
          ...common,
          dataPointType: DataPointType.GAUGE,
          dataPoints: values.map(({ labels, value }) => point(labels, value)),
        },
      ];
    case 'histogram':
      return [
        {
          ...common,
          dataPointType: DataPointType.HISTOGRAM,
          dataPoints: seriesOf(metric).map(({ labels, ...value }) => point(labels, value)),
        },
      ];
    default:
      return [];
  }
}

/** The series of a histogram: Prometheus counts what is at or below each bound, OpenTelemetry what lies between two. */
function seriesOf({ name, values }: Collected) {
  const series = new Map<string, Collected['values'][number][]>();
  for (const value of values) {
    const { le: _bound, ...labels } = value.labels as Record<string, string | number>;
    const key = JSON.stringify(labels);
    series.set(key, [...(series.get(key) ?? []), value]);
  }
  return [...series].map(([key, own]) => {
    const of = (suffix: string) => own.filter(({ metricName }) => metricName === `${name}_${suffix}`);
    const upTo = of('bucket').map(({ value }) => value);
    const bounds = of('bucket').map(({ labels }) => Number((labels as Record<string, unknown>).le));
    return {
      labels: JSON.parse(key) as object,
      buckets: {
        boundaries: bounds.filter((bound) => Number.isFinite(bound)),
        counts: upTo.map((value, at) => value - (upTo[at - 1] ?? 0)),
      },
      sum: of('sum')[0]?.value ?? 0,
      count: of('count')[0]?.value ?? 0,
    };
  });
}
