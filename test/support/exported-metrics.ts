import type { Meters } from '@interline/adapters/metrics';
import type { Selector } from './prom-ql.ts';

/** What a selector names that the service does not export. Prometheus itself adds `instance`. */
export function faultsOf(
  registry: Meters['registry'],
  { metric, labels }: Selector,
): readonly string[] {
  const name = [metric, metric.replace(/_(bucket|sum|count)$/, '')].find(
    (one) => registry.getSingleMetric(one) !== undefined,
  );
  if (name === undefined) return [`${metric} is not exported`];
  // CAST: prom-client keeps the names that a metric was declared with.
  const { labelNames } = registry.getSingleMetric(name) as unknown as {
    readonly labelNames: readonly string[];
  };
  return [...new Set(labels)]
    .filter((label) => label !== 'instance' && !labelNames.includes(label))
    .map((label) => `${metric} has no label ${label}`);
}
