import { chainFamily, type ChainRef, chainRef, type LanePattern } from '@interline/kernel';
import { AdmissionError } from './admission-error.ts';
import { showFound } from './show-found.ts';

/** Refuses lanes that say nothing, contradict themselves or can never match. */
export function checkLanes(id: string, lanes: readonly LanePattern[]): void {
  if (lanes.length === 0) throw badLanes(id, 'declares no lanes; wanted one at least');
  lanes.forEach((lane, index) => {
    for (const side of [lane.from, lane.to]) {
      if (!isSide(side))
        throw badLanes(
          id,
          `names ${showFound(side)} in lane ${index + 1}; wanted a CAIP-2 chain such as eip155:8453, a family such as eip155:*, or *`,
        );
    }
    const hasReason = lane.reason !== undefined && lane.reason !== '';
    if (lane.settles === 'indicative' && !hasReason)
      throw badLanes(id, `only prices lane ${show(lane)} and gives no reason; wanted one`);
    if (lane.settles === 'firm' && lane.reason !== undefined)
      throw badLanes(id, `settles lane ${show(lane)} and gives a reason not to; wanted none`);
    const earlier = lanes
      .slice(0, index)
      .find((other) => covers(other.from, lane.from) && covers(other.to, lane.to));
    if (earlier !== undefined)
      throw badLanes(
        id,
        `declares lane ${show(lane)} after ${show(earlier)}, which covers it; the first match decides, so put the narrower one first`,
      );
  });
}

function badLanes(id: string, found: string): AdmissionError {
  return new AdmissionError('BAD_LANES', `rail "${id}" ${found}`);
}

function isSide(side: string): boolean {
  if (side === '*' || /^[-a-z0-9]{3,8}:\*$/.test(side)) return true;
  try {
    return chainRef(side) === side;
  } catch {
    return false;
  }
}

function covers(wide: string, narrow: string): boolean {
  return (
    wide === '*' ||
    wide === narrow ||
    (narrow !== '*' && wide === `${chainFamily(narrow as ChainRef)}:*`)
  );
}

function show(lane: LanePattern): string {
  return `${lane.from} to ${lane.to}`;
}
