import type { WayExamination } from '@interline/ports';
import { type Composed, parts } from '@interline/server';
import { type Finding, reasonOf } from './finding.ts';

const withinMs = 20_000;

/**
 * Asks one third-party engine for one price, as this deployment would, and tells what of its answer
 * is new to the reader, missing or unreadable. Moves nothing.
 */
export async function examineEngine(
  { container }: Pick<Composed, 'container'>,
  name: string,
): Promise<readonly Finding[]> {
  const { rails } = container.get(parts.registry);
  const rail = rails.find(({ manifest }) => manifest.ways.includes(name));
  if (rail === undefined)
    return [
      {
        part,
        ok: false,
        says: `no rail here has an engine ${name}; there are ${rails.flatMap(({ manifest }) => manifest.ways).join(', ')}`,
      },
    ];
  try {
    const examination = await rail.examine?.(name, AbortSignal.timeout(withinMs));
    return examination == null
      ? [{ part, ok: false, says: `${name} has no third party behind it that could be asked` }]
      : engineFindings(examination);
  } catch (error) {
    return [{ part, ok: false, says: reasonOf(error) }];
  }
}

/** What is new only warns: the reader drops it. */
function engineFindings({
  isPriced,
  says,
  isNew,
  isMissing,
  isUnread,
}: WayExamination): readonly Finding[] {
  return [
    { part, ok: isPriced, says },
    ...listed('new', isNew, { ok: true, isWarning: true }),
    ...listed('missing', isMissing, { ok: isPriced, isWarning: true }),
    ...listed('cannot be read', isUnread, { ok: isPriced, isWarning: true }),
  ];
}

const part = 'engine';

function listed(
  what: string,
  places: readonly string[],
  verdict: Pick<Finding, 'ok' | 'isWarning'>,
): readonly Finding[] {
  return places.length === 0
    ? []
    : [{ part, ...verdict, says: `${what}: ${places.map((at) => at || 'all of it').join(', ')}` }];
}
