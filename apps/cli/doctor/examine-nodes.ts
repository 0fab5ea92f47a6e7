import type { NodeReport } from '@interline/server';
import type { Finding } from './finding.ts';

/** How far a node may be behind the best one of its chain, and a chain's head behind the clock. */
const mostLagSec = 60;
const mostSilenceSec = 300;
/** How far the freshest block of all chains may be off the clock, either way. */
const mostAheadSec = 15;
const mostBehindSec = 90;

/**
 * One finding a node, then one for this machine's clock, which permits and schedules are reckoned
 * by.
 */
export function examineNodes(reports: readonly NodeReport[], nowSec: number): readonly Finding[] {
  const freshest = (among: readonly NodeReport[]): number =>
    Math.max(...among.map(({ headAtSec }) => headAtSec ?? 0));
  const nodes = reports.map((report) =>
    examineNode(report, {
      nowSec,
      bestSec: freshest(reports.filter(({ chain }) => chain === report.chain)),
    }),
  );
  const headSec = freshest(reports);
  return [...nodes, ...(headSec > 0 ? [examineClock(nowSec - headSec)] : [])];
}

function examineNode(
  { chain, node, head, headAtSec, fault }: NodeReport,
  { nowSec, bestSec }: { readonly nowSec: number; readonly bestSec: number },
): Finding {
  const part = 'rpc';
  const name = `${chain} node ${node}`;
  if (head === null || headAtSec === null)
    return { part, ok: false, says: `${name}: ${wordsOf(fault)}` };
  const lagSec = bestSec - headAtSec;
  if (lagSec > mostLagSec)
    return {
      part,
      ok: false,
      says: `${name} is ${lagSec} s behind the chain's best one; at most ${mostLagSec} is well`,
    };
  const silenceSec = nowSec - headAtSec;
  if (silenceSec > mostSilenceSec)
    return {
      part,
      ok: false,
      says: `${name}: the chain has had no block for ${silenceSec} s; at most ${mostSilenceSec} is well`,
    };
  return { part, ok: true, says: `${name} serves the right chain, at block ${head}` };
}

function examineClock(aheadSec: number): Finding {
  const part = 'clock';
  if (aheadSec < -mostAheadSec)
    return {
      part,
      ok: false,
      says: `this machine's clock is ${-aheadSec} s behind the newest block; set it by NTP`,
    };
  if (aheadSec > mostBehindSec)
    return {
      part,
      ok: false,
      says: `the newest block of all chains is ${aheadSec} s old: the clock is ahead, or every node stands still`,
    };
  return { part, ok: true, says: `within ${Math.abs(aheadSec)} s of the newest block` };
}

function wordsOf(fault: string | null): string {
  return fault === 'wrong-chain'
    ? 'serves another chain than the config says'
    : `does not answer as it should (${fault ?? 'unknown'})`;
}
