import type { Log } from '@interline/ports';
import { alarmsIn, type FloatLevels } from './float-levels.ts';

/**
 * Logs each alarm about float and gas once when it begins, and once when everything is fine again.
 * The state is in this process, so another process that takes over the job logs it again.
 */
export function watchFloat({
  levels,
  log,
}: {
  readonly levels: () => Promise<FloatLevels>;
  readonly log: Log;
}): () => Promise<void> {
  let known = new Set<string>();
  return async () => {
    const found = await levels();
    const now = new Map(begunIn(found));
    for (const [key, says] of now) if (!known.has(key)) log.warn('float-alarm', { says });
    for (const key of known) if (!now.has(key)) log.info('float-alarm-over', { what: key });
    known = new Set(now.keys());
  };
}

/** Keyed by subject, so that a changed percentage is the same alarm. */
function begunIn({ floats, gas }: FloatLevels): readonly (readonly [string, string])[] {
  const sayOf = (only: Partial<FloatLevels>): string =>
    alarmsIn({ floats: [], gas: [], gasUse: [], ...only }).join();
  return [
    ...floats
      .filter(({ alarm }) => alarm !== null)
      .map(
        (one) =>
          [
            `${one.token.symbol} on ${one.token.chain} ${one.alarm}`,
            sayOf({ floats: [one] }),
          ] as const,
      ),
    ...gas
      .filter(({ alarm }) => alarm !== null)
      .map((one) => [`coin of the ${one.role} on ${one.chain}`, sayOf({ gas: [one] })] as const),
  ];
}
