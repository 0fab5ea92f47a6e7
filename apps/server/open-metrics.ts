import {
  watchAccounts,
  watchBooks,
  watchBudgets,
  watchDesk,
  watchEngines,
  watchLevels,
  watchProcess,
  watchSwitches,
} from '@interline/adapters/metrics';
import type { Container } from 'inversify';
import { parts } from './service-tokens.ts';

/**
 * Begins to watch process and books beside what is counted all along. What it returns reads
 * everything, as Prometheus' text.
 */
export function openMetrics(
  container: Container,
): () => Promise<{ readonly contentType: string; readonly text: string }> {
  const meters = container.get(parts.meters);
  const watched = {
    reader: container.get(parts.store).reads,
    custody: container.get(parts.custody),
    inventory: container.get(parts.inventory),
    tokens: container.get(parts.tokens),
  };
  // A series that begins with its first event hides that event from rate() and increase().
  for (const chain of watched.custody.chains) meters.nodeContradictions.inc({ chain }, 0);
  watchProcess(meters);
  watchBooks(meters, watched);
  watchAccounts(meters, watched);
  watchSwitches(meters, watched.reader);
  watchDesk(meters, (limit) => container.get(parts.operations).readDesk(limit));
  watchEngines(meters, () => container.get(parts.discovery).serviceStatus());
  watchLevels(meters, () => container.get(parts.operations).floatLevels());
  watchBudgets(meters, {
    reader: watched.reader,
    chains: watched.custody.chains,
    policy: container.get(parts.deployment).policy,
    clock: container.get(parts.clock),
  });
  return async () => ({
    contentType: meters.registry.contentType,
    text: await meters.registry.metrics(),
  });
}
