import type { Clock, TransparencyLogPort, LogWitness } from '@interline/ports';
import type { PassKey } from '../key-ring.ts';
import type { PassStore } from '../repository.ts';
import type { MintHead } from './mint-text.ts';
import { shownKey } from './rotation.ts';

/** The log, the same for every client. */
export interface MintFacts {
  readonly origin: string;
  /** The key by which a witness identifies the log. */
  readonly logKey: string;
  readonly witnesses: readonly LogWitness[];
  readonly quorum: number;
  /** Head of the current or last signing key; null before the first. */
  readonly shown: ShownHead | null;
}

export interface ShownHead {
  readonly head: MintHead;
  readonly key: PassKey;
  /** The checkpoint of the head's publication: its times show from when the key may sign. */
  readonly checkpoint: string;
  /** The head's leaf in that checkpoint's tree. */
  readonly index: number;
  readonly inclusion: readonly string[];
  readonly consistency: { readonly from: number; readonly proof: readonly string[] };
  /** The newest checkpoint, over all the leaves so far. */
  readonly latest: string;
  readonly leaves: readonly string[];
}

/** Null before the log is opened. Throws `STORE_DOWN`. */
export type DescribeMint = () => Promise<MintFacts | null>;

export function describeMint({
  store,
  transparencyLog,
  clock,
  ring,
}: {
  readonly store: PassStore;
  readonly transparencyLog: TransparencyLogPort;
  readonly clock: Pick<Clock, 'now'>;
  /** The keys; creates the first one if there is none. */
  readonly ring: () => Promise<readonly PassKey[]>;
}): DescribeMint {
  return async () => {
    const keys = await ring();
    const [identity, record, all] = await Promise.all([
      store.reads.logs.identity(),
      store.reads.passes.mintLog(),
      store.reads.passes.mintLeaves(),
    ]);
    if (identity === null || record === null) return null;
    const { latest } = record;
    const leaves = all.flatMap(({ text, published }) =>
      published === null ? [] : [{ text, ...published }],
    );
    const key = shownKey(keys, clock.now());
    const leaf = leaves.find(({ head }) => head.seq === key?.seq);
    const texts = leaves.map(({ text }) => text);
    return {
      origin: identity.origin,
      logKey: transparencyLog.logKeyOf(identity),
      witnesses: transparencyLog.witnesses,
      quorum: transparencyLog.quorum,
      shown:
        key === null || leaf === undefined
          ? null
          : {
              head: leaf.head,
              key,
              checkpoint: leaf.checkpoint,
              ...(await proofsOf(transparencyLog, leaf.head, texts)),
              latest: latest?.checkpoint ?? leaf.checkpoint,
              leaves: texts,
            },
    };
  };
}

async function proofsOf(
  transparencyLog: TransparencyLogPort,
  { witSeq, prevWitSeq }: MintHead,
  leaves: readonly string[],
): Promise<Pick<ShownHead, 'index' | 'inclusion' | 'consistency'>> {
  const tree = transparencyLog.treeOf(leaves.slice(0, witSeq));
  const [inclusion = []] = await transparencyLog.inclusionsOf(tree, witSeq - 1, witSeq);
  return {
    index: witSeq - 1,
    inclusion,
    consistency: { from: prevWitSeq, proof: await transparencyLog.consistencyOf(tree, prevWitSeq) },
  };
}
