import { RelayError } from '@interline/kernel';
import type { LiabilityTree, LiabilityTrees } from '@interline/ports';
import { proofText } from '../transparency/index.ts';
import { loggedWithinMs } from './prove-receipt.ts';
import type { readLog } from './read-log.ts';
import type { EvidenceStore, OwedRoute } from './repository.ts';

export interface ReadReserveParts {
  readonly store: EvidenceStore;
  readonly liabilityTrees: LiabilityTrees;
  readonly log: Pick<ReturnType<typeof readLog>, 'proofOf'>;
}

/** What was owed for one route when the reserves of that day were signed. */
export interface ProvenLiability extends Omit<OwedRoute, 'place'> {
  readonly place: number;
  readonly path: readonly { readonly hash: string; readonly units: bigint }[];
}

export function readReserves({ store, liabilityTrees, log }: ReadReserveParts) {
  const { evidence } = store.reads;
  const trees = new KeptTrees(async (asset) =>
    liabilityTrees.treeOf(await evidence.owedRoutes(asset.epoch, asset)),
  );
  return {
    /** Of that day, or of the last one. Throws `UNKNOWN_RECORD`. */
    async reserves(epoch: string | null) {
      const found = epoch === null ? await evidence.lastReserves() : await evidence.reserves(epoch);
      if (found === null)
        throw unknown('epoch', `no reserves were signed ${epoch === null ? 'yet' : `of ${epoch}`}`);
      const { place, jws, atMs } = found;
      const proven = place === null ? null : await log.proofOf(place);
      return {
        epoch: found.epoch,
        jws,
        index: place,
        proof: place === null || proven === null ? null : proofText({ index: place, ...proven }),
        pendingUntilMs: proven === null ? atMs + loggedWithinMs : null,
      };
    },

    /**
     * The route's id is all it takes to read it. Throws `UNKNOWN_RECORD` where nothing was held for that
     * route when the last reserves were signed.
     */
    async liability(routeId: string): Promise<ProvenLiability> {
      const last = await evidence.lastReserves();
      const own = last === null ? null : await evidence.owedRoute(last.epoch, routeId);
      if (own === null)
        throw unknown('id', 'no refund of this route was held when the last reserves were signed');
      return { ...own, path: (await trees.of(own)).pathOf(own.place) };
    },
  };
}

function unknown(field: 'epoch' | 'id', message: string): RelayError {
  return new RelayError('UNKNOWN_RECORD', { field }, message);
}

type Tree = Pick<OwedRoute, 'epoch' | 'chain' | 'token'>;

/**
 * The leaves of the newest day that was requested: each tree is hashed once, however many callers ask.
 */
class KeptTrees {
  readonly #make: (tree: Tree) => Promise<LiabilityTree>;
  readonly #kept = new Map<string, Promise<LiabilityTree>>();
  #epoch = '';

  constructor(make: (tree: Tree) => Promise<LiabilityTree>) {
    this.#make = make;
  }

  of(tree: Tree): Promise<LiabilityTree> {
    const { epoch, chain, token } = tree;
    if (epoch !== this.#epoch) this.#kept.clear();
    this.#epoch = epoch;
    const key = `${chain}/${token}`;
    const kept = this.#kept.get(key) ?? this.#make(tree);
    this.#kept.set(key, kept);
    // A failed read is tried again.
    kept.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    return kept;
  }
}
