import { type Composed, parts } from '@interline/server';
import { refreshBooks } from '@interline/core/books';
import { type Finding, reasonOf } from './finding.ts';

/**
 * What every rail of the deployment says of its own health, once the books hold what the float has
 * on each chain that answers.
 */
export async function examineRails(
  { container }: Pick<Composed, 'container'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const money = container.get(parts.transfer).ports;
  const tokens = container.get(parts.tokens);
  // A chain that is silent has findings of its own already.
  await Promise.allSettled(
    money.custody.chains.map(async (chain) => refreshBooks(money, tokens, chain, signal)),
  );
  const { rails } = container.get(parts.registry);
  return Promise.all(
    rails.map(async (rail): Promise<Finding> => {
      const health = await rail
        .health(signal)
        .catch((error: unknown) => ({ isUp: false, reason: reasonOf(error) }));
      return {
        part: 'rail',
        ok: health.isUp,
        says:
          health.reason === undefined ? rail.manifest.id : `${rail.manifest.id}: ${health.reason}`,
      };
    }),
  );
}
