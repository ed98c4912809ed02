/**
 * How long answers took, as a Prometheus histogram that costs next to nothing to write: the labels of a
 * series are put together once, not at every answer.
 */
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client';

/** Upper bounds in seconds; the last bucket of a series takes the rest. */
const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];

type Label = 'method' | 'route' | 'status' | 'le';
type Values = MetricObjectWithValues<MetricValueWithName<Label>>['values'];

interface Series {
  readonly labels: Readonly<Record<'method' | 'route' | 'status', string>>;
  readonly buckets: Float64Array;
  sum: number;
}

/** Notes one answer. */
export type Note = (status: number, seconds: number) => void;

export interface Durations {
  /** The way to note the answers of one route. */
  of(method: string, route: string): Note;
}

export function createDurations(name: string, help: string, registry: Registry): Durations {
  const all: Series[] = [];

  function begin(method: string, route: string, status: number): Series {
    const labels = { method, route, status: String(status) };
    const series = { labels, buckets: new Float64Array(BOUNDS.length + 1), sum: 0 };
    all.push(series);
    return series;
  }

  const about = { name, help, type: 'histogram' as never, aggregator: 'sum' as const };
  // A registry asks a metric for nothing but its name and `get`.
  const metric = {
    name,
    get: async () => ({ ...about, values: all.flatMap((series) => valuesOf(name, series)) }),
  };
  registry.registerMetric(metric as never);

  return {
    of(method, route) {
      const byStatus = new Map<number, Series>();
      return (status, seconds) => {
        const series = byStatus.get(status) ?? begin(method, route, status);
        byStatus.set(status, series);
        let bucket = 0;
        while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket += 1;
        series.buckets[bucket]! += 1;
        series.sum += seconds;
      };
    },
  };
}

function valuesOf(name: string, { labels, buckets, sum }: Series): Values {
  let count = 0;
  const upTo = [...BOUNDS, '+Inf'].map((le, index) => {
    count += buckets[index]!;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...upTo,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
