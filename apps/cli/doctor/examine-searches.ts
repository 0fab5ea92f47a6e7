import type { NodeReport } from '@interline/server';
import type { Finding } from './finding.ts';

/** Blocks in which a minute of the fastest chain fits; most nodes keep states of 128. */
const wantedStateBlocks = 64;
const wantedLogBlocks = 500;

/**
 * What each node serves of what is asked when a transaction's slot was consumed by another one, and
 * on which chains that could not be found. Where it cannot, the transfer waits for a person.
 */
export function examineSearches(reports: readonly NodeReport[]): readonly Finding[] {
  const chains = Map.groupBy(reports, ({ chain }) => chain);
  return [
    ...reports.flatMap(examineServed),
    ...[...chains].map(([chain, nodes]) => examineChain(chain, nodes)),
  ];
}

const part = 'history';

/** Nothing of a node that does not answer: that is a finding already. */
function examineServed({ chain, node, fault, serves }: NodeReport): readonly Finding[] {
  if (fault !== null) return [];
  const name = `${chain} node ${node}`;
  if (serves === null)
    return [{ part, ok: false, says: `${name} fails when it is asked what it serves` }];
  const { stateBlocks, logBlocks, fullBlocks, receipts, pending } = serves;
  const served = [
    stateBlocks === 0 ? 'the newest state only' : `states at least ${stateBlocks} blocks back`,
    logBlocks === 0 ? 'no logs by account' : `logs of ${logBlocks} blocks at once`,
    fullBlocks ? 'full blocks' : 'no full blocks',
    pending ? 'its pool' : 'not its pool',
  ].join(', ');
  if (receipts === false)
    return [
      {
        part,
        ok: false,
        says: `${name} has no receipt of the newest transaction: payouts wait while receipts lag; add a node that keeps up. It serves ${served}`,
      },
    ];
  const isSlow = stateBlocks < wantedStateBlocks && logBlocks < wantedLogBlocks;
  const advice = isSlow
    ? '; a consumed slot is searched block by block there, so add a node that serves older states or logs'
    : '';
  return [{ part, ok: true, says: `${name} serves ${served}${advice}` }];
}

/** As many nodes as a proof takes must answer, and one of them must serve the blocks themselves. */
function examineChain(chain: string, nodes: readonly NodeReport[]): Finding {
  const answering = nodes.filter(({ fault }) => fault === null);
  const enough = Math.min(2, nodes.length);
  if (answering.length < enough)
    return {
      part,
      ok: false,
      says: `${chain}: ${answering.length} of ${nodes.length} nodes answer; without ${enough} no transaction can be proven lost, so a transfer that depends on it waits`,
    };
  if (!answering.some(({ serves }) => serves?.fullBlocks === true))
    return {
      part,
      ok: false,
      says: `${chain}: no node serves full blocks, so what consumed a slot could not be found; add a node that does`,
    };
  if (nodes.length === 1)
    return {
      part,
      ok: true,
      says: `${chain}: a consumed slot can be searched, by the word of the only node; add a second one that must agree`,
    };
  return { part, ok: true, says: `${chain}: a consumed slot can be searched` };
}
