import { type Composed, parts } from '@interline/compose';
import { type Finding, reasonOf } from './finding.ts';

/** What every rail of the deployment says of its own health. */
export async function examineRails({ container }: Pick<Composed, 'container'>, signal: AbortSignal): Promise<readonly Finding[]> {
  const { rails } = container.get(parts.registry);
  return Promise.all(rails.map(async (rail): Promise<Finding> => {
    const health = await rail.health(signal).catch((error: unknown) => ({ isUp: false, reason: reasonOf(error) }));
    return { part: 'rail', ok: health.isUp, says: health.reason === undefined ? rail.manifest.id : `${rail.manifest.id}: ${health.reason}` };
  }));
}
