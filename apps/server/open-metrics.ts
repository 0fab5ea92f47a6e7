import {
  tellBuild,
  watchAccounts,
  watchBooks,
  watchBudgets,
  watchDesk,
  watchEngines,
  watchEvidence,
  watchHooks,
  watchLevels,
  watchOutside,
  watchProcess,
  watchRefunds,
  watchReplica,
  watchSwitches,
} from '@interline/adapters/metrics';
import type { Container } from 'inversify';
import { parts } from './service-tokens.ts';

/**
 * Begins to watch process and books beside what is counted all along. What it returns reads
 * everything, as Prometheus' text. `version`: of the program that runs.
 */
export function openMetrics(
  container: Container,
  version: string,
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
  tellBuild(meters, version);
  watchProcess(meters);
  watchBooks(meters, watched);
  watchAccounts(meters, watched);
  watchSwitches(meters, watched.reader);
  watchHooks(meters, watched.reader);
  watchDesk(meters, (limit) => container.get(parts.operations).readDesk(limit));
  watchEngines(meters, () => container.get(parts.discovery).serviceStatus());
  watchLevels(meters, () => container.get(parts.operations).floatLevels());
  watchOutside(meters, {
    chains: watched.custody.chains,
    chainTime: container.get(parts.chains),
    price: container.get(parts.price),
    tokens: watched.tokens,
  });
  watchRefunds(meters, {
    reader: watched.reader,
    chains: watched.custody.chains,
    clock: container.get(parts.clock),
  });
  if (container.get(parts.deployment).evidence.enabled)
    watchEvidence(meters, { reader: watched.reader, clock: container.get(parts.clock) });
  watchBudgets(meters, {
    reader: watched.reader,
    chains: watched.custody.chains,
    policy: container.get(parts.deployment).policy,
    clock: container.get(parts.clock),
  });
  const { replica } = container.get(parts.openStore);
  if (replica !== null) watchReplica(meters, replica);
  return async () => ({
    contentType: meters.registry.contentType,
    text: await meters.registry.metrics(),
  });
}
