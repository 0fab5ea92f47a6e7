import { progress } from '../bench-command.ts';
import { BenchKey } from '../scene/bench-key.ts';
import { endow } from '../scene/bench-payers.ts';
import { type BenchScene, benchScene } from '../scene/bench-scene.ts';
import { runSettles } from '../settle/run-settles.ts';
import {
  type Peer,
  type PeerFigures,
  peerFigures,
  type PeerRatios,
  peerRatios,
  type PeerRound,
} from './peer-summary.ts';
import { type PeerRun, runX402 } from './run-x402.ts';
import { type FacilitatorProcess, startFacilitator } from './x402/start-facilitator.ts';

export interface PeerPlan {
  readonly concurrency: number;
  /** Of each peer in a round. */
  readonly settles: number;
  readonly rounds: number;
  readonly warmup: number;
}

export interface PeerLevel {
  readonly figures: readonly PeerFigures[];
  readonly ratios: PeerRatios;
}

const crowd = 256;

/** One concurrency on chains of its own; the peers take turns, each second round the other way round. */
export async function measurePeers(
  folder: string,
  { concurrency, settles, rounds, warmup }: PeerPlan,
): Promise<PeerLevel> {
  const scene = await benchScene(crowd);
  const facilitators: FacilitatorProcess[] = [];
  try {
    const payTo = new BenchKey().address;
    const start = async (hasNonceManager: boolean): Promise<FacilitatorProcess> => {
      const facilitator = await facilitatorOn(scene, folder, hasNonceManager);
      facilitators.push(facilitator);
      return facilitator;
    };
    const counted = await start(true);
    const example = await start(false);
    const runs: readonly (readonly [Peer, (settles: number) => Promise<PeerRun>])[] = [
      ['interline', (count) => runSettles(scene, count, concurrency)],
      [
        'x402, nonces counted',
        (count) => runX402(scene, counted, payTo, { settles: count, concurrency }),
      ],
      [
        'x402, as its example',
        (count) => runX402(scene, example, payTo, { settles: count, concurrency }),
      ],
    ];
    for (const [, run] of runs) await run(warmup);
    const done: PeerRound[] = [];
    while (done.length < rounds) {
      const round = new Map<Peer, PeerRun>();
      for (const [peer, run] of done.length % 2 === 0 ? runs : runs.toReversed())
        round.set(peer, await run(settles));
      done.push({ runs: new Map(runs.flatMap(([peer]) => pairOf(peer, round.get(peer)))) });
      progress(`${concurrency} clients, round ${done.length} of ${rounds}`);
    }
    return {
      figures: peerFigures(concurrency, done),
      ratios: peerRatios(concurrency, done),
    };
  } catch (error) {
    throw new Error(`the peers broke off; our service said:\n${scene.service.said()}`, {
      cause: error,
    });
  } finally {
    for (const facilitator of facilitators) await facilitator.stop();
    await scene.stop();
  }
}

function pairOf(peer: Peer, run: PeerRun | undefined): readonly (readonly [Peer, PeerRun])[] {
  return run === undefined ? [] : [[peer, run]];
}

/** With an account of its own that holds coin for gas. */
async function facilitatorOn(
  { source }: BenchScene,
  folder: string,
  hasNonceManager: boolean,
): Promise<FacilitatorProcess> {
  const privateKey = Buffer.alloc(32, hasNonceManager ? 0x41 : 0x42);
  await endow(source, new BenchKey(privateKey).address);
  return startFacilitator({
    folder,
    rpcUrl: source.rpcUrl,
    chainId: source.chainId,
    privateKey: `0x${privateKey.toString('hex')}`,
    hasNonceManager,
  });
}
