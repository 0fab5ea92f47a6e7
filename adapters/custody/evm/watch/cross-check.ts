import type { TxHash } from '@interline/kernel';
import type { WatchedForm } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { askBeside, askEach, enoughOf } from '../rpc/ask-each.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import type { TxPlace } from '../rpc/on-chain-tx.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { askAlone } from './ask-alone.ts';
import type { CanonicalView } from './canonical-blocks.ts';
import {
  type ChainReceipt,
  isSameEnd,
  isSameReceipt,
  placeOf,
  receiptOf,
  receiptOfForm,
} from './receipts.ts';

type Nodes = Pick<EvmChain, 'client' | 'contradicted' | 'oddAnswer'>;

interface LateReceipts {
  /** Receipts that another node returned. */
  readonly receipts: ReadonlyMap<TxHash, ChainReceipt>;
  /** Transactions that are mined but have no receipt from any node. */
  readonly owed: ReadonlySet<TxHash>;
}

/**
 * Asks the other nodes for transactions whose slot is taken while the node in use returns no
 * receipt, because receipts may lag behind state by seconds. Only blocks of the chain in use count.
 * A node that fails is skipped.
 */
export async function lateReceipts(
  chain: Nodes,
  { node: reader, canonical, head }: { node: RpcNode; canonical: CanonicalView; head: number },
  forms: readonly WatchedForm[],
  signal: AbortSignal,
): Promise<LateReceipts> {
  const others = chain.client.nodes.filter((node) => node !== reader);
  const askBoth = (node: RpcNode): Promise<Said> => bothOf(chain, node, forms);
  const [places, ...told] = await Promise.all([
    askAlone(
      chain,
      reader,
      forms.map(({ hash }) => placeOf(hash)),
    ),
    ...others.map((other) => askBeside(chain.client, other, askBoth, signal)),
  ]);
  const said = [...told.flatMap((one) => one ?? []), { receipts: [], places }];
  const shown = said
    .flatMap((one) => [...one.receipts, ...one.places])
    .flatMap((one) => (one !== null && one.block <= head ? [one] : []));
  const hashAt = await canonical.of(shown);
  const isInChain = (one: TxPlace | null): boolean =>
    one !== null && one.block <= head && hashAt.get(one.block) === one.blockHash;

  const receipts = new Map(
    said
      .flatMap((one) => one.receipts)
      .filter((one) => one !== null)
      .filter(isInChain)
      .map((one) => [one.hash, one]),
  );
  const owed = said
    .flatMap((one) => one.places)
    .filter((one) => one !== null)
    .filter(isInChain)
    .map((one) => one.hash);
  return { receipts, owed: new Set(owed) };
}

interface Said {
  readonly receipts: readonly (ChainReceipt | null)[];
  readonly places: readonly (TxPlace | null)[];
}

async function bothOf(chain: Nodes, node: RpcNode, forms: readonly WatchedForm[]): Promise<Said> {
  const ask = <T>(calls: readonly RpcCall<T | null>[]) => askAlone(chain, node, calls);
  const [receipts, places] = await Promise.all([
    ask(forms.map(receiptOfForm)),
    ask(forms.map(({ hash }) => placeOf(hash))),
  ]);
  return { receipts, places };
}

/** The receipts from the node in use. */
interface OwnReceipts {
  readonly node: RpcNode;
  readonly receipts: ReadonlyMap<TxHash, ChainReceipt>;
}

/**
 * Receipts that would make us repeat or abandon something, or that the node in use has not
 * returned, and on which too few nodes agree. With two nodes configured, one node alone proves
 * neither that money did not move nor that it did. A node without the receipt neither agrees nor
 * disputes; a node that shows another end or another cost disputes it.
 */
export async function disputedEnds(
  chain: Nodes,
  { node: reader, receipts: own }: OwnReceipts,
  receipts: readonly ChainReceipt[],
  signal: AbortSignal,
): Promise<ReadonlySet<TxHash>> {
  if (receipts.length === 0) return new Set();
  const { client } = chain;
  const others = client.nodes.filter((node) => node !== reader);
  const calls = receipts.map(({ hash }) => receiptOf(hash));
  const ask = (node: RpcNode) => askAlone(chain, node, calls);
  const told = await Promise.all(
    others.map(async (other) => ({
      node: other,
      receipts: await askBeside(client, other, ask, signal),
    })),
  );
  const isAgreed = (receipt: ChainReceipt, index: number): boolean => {
    const ends = [
      { node: reader, end: own.get(receipt.hash) ?? null },
      ...told.map((one) => ({ node: one.node, end: one.receipts?.[index] ?? null })),
    ].filter(({ end }) => end !== null);
    const alike = ends.filter(({ end }) => end !== null && isSameReceipt(end, receipt));
    const [other] = ends.filter((one) => !alike.includes(one));
    if (other === undefined) return alike.length >= enoughOf(client);
    chain.contradicted('receipt', alike[0]?.node ?? reader, other.node);
    return false;
  };
  return new Set(receipts.filter((one, index) => !isAgreed(one, index)).map(({ hash }) => hash));
}

/** The receipts, by hash, on which enough nodes agree and no node disagrees. */
export async function agreedReceipts(
  chain: Nodes,
  hashes: readonly TxHash[],
  signal: AbortSignal,
): Promise<ReadonlyMap<TxHash, ChainReceipt>> {
  if (hashes.length === 0) return new Map();
  const { client } = chain;
  const calls = hashes.map(receiptOf);
  const told = await askEach(client, (node) => askAlone(chain, node, calls), signal);
  const agreed = new Map<TxHash, ChainReceipt>();
  for (const [index, hash] of hashes.entries()) {
    const ends = told.flatMap(({ node, said }) => {
      const end = said[index] ?? null;
      return end === null ? [] : [{ node, end }];
    });
    const [first] = ends;
    if (first === undefined) continue;
    const other = ends.find(({ end }) => !isSameEnd(end, first.end));
    if (other !== undefined) chain.contradicted('receipt', first.node, other.node);
    else if (ends.length >= enoughOf(client)) agreed.set(hash, first.end);
  }
  return agreed;
}

type Mined = Pick<TxPlace, 'hash' | 'blockHash'>;

/** What each node shows of each hash; null if it shows nothing. */
type Shown = ReadonlyMap<RpcNode, ReadonlyMap<TxHash, ChainReceipt | null>>;

/**
 * The hashes that enough nodes show in exactly these blocks, with the same end and the same cost. A
 * node that has already shown one at this depth, as in the previous reading, is not asked again,
 * unless its statement contradicts the others: it may have made it only once.
 */
export async function shownAlike(
  chain: Nodes & Pick<EvmChain, 'agreed'>,
  mined: readonly Mined[],
  signal: AbortSignal,
): Promise<ReadonlySet<TxHash>> {
  const { client, agreed } = chain;
  const shown = await shownByEach(chain, mined, agreed.deepWord.bind(agreed), signal);
  const disputed = new Set(mined.filter((one) => disputeOf(client, shown, one) !== null));
  const again =
    disputed.size === 0 ? shown : await shownByEach(chain, [...disputed], () => null, signal);
  const isShown = (one: Mined): boolean => {
    const told = disputed.has(one) ? again : shown;
    const dispute = disputeOf(client, told, one);
    if (dispute !== null) chain.contradicted('receipt', ...dispute);
    const ends = endsOf(client, told, one);
    return (
      dispute === null &&
      ends.some(({ end }) => end.blockHash === one.blockHash) &&
      ends.length >= enoughOf(client)
    );
  };
  return new Set(mined.filter(isShown).map(({ hash }) => hash));
}

/** Known statements count as the node's answers; the rest is requested. */
async function shownByEach(
  chain: Nodes,
  mined: readonly Mined[],
  known: (node: RpcNode, hash: TxHash) => ChainReceipt | null,
  signal: AbortSignal,
): Promise<Shown> {
  const { client } = chain;
  const shown = new Map(
    client.nodes.map((node) => [node, new Map(mined.map(({ hash }) => [hash, known(node, hash)]))]),
  );
  const unsaidBy = (node: RpcNode): readonly TxHash[] =>
    [...(shown.get(node) ?? [])].flatMap(([hash, word]) => (word === null ? [hash] : []));
  const told = await askEach(
    {
      nodes: client.nodes.filter((node) => unsaidBy(node).length > 0),
      tryOne: (...asked) => client.tryOne(...asked),
    },
    async (node) => {
      const hashes = unsaidBy(node);
      const receipts = await askAlone(chain, node, hashes.map(receiptOf));
      return hashes.map((hash, index) => [hash, receipts[index] ?? null] as const);
    },
    signal,
  );
  for (const { node, said } of told)
    for (const [hash, word] of said) shown.get(node)?.set(hash, word);
  return shown;
}

function endsOf(
  { nodes }: Nodes['client'],
  shown: Shown,
  { hash }: Mined,
): readonly { readonly node: RpcNode; readonly end: ChainReceipt }[] {
  return nodes.flatMap((node) => {
    const end = shown.get(node)?.get(hash) ?? null;
    return end === null ? [] : [{ node, end }];
  });
}

/** A node that shows it in this block, and a node that contradicts it. */
function disputeOf(
  client: Nodes['client'],
  shown: Shown,
  mined: Mined,
): readonly [RpcNode, RpcNode] | null {
  const ends = endsOf(client, shown, mined);
  const first = ends.find(({ end }) => end.blockHash === mined.blockHash);
  const other = ends.find(({ end }) => first !== undefined && !isSameReceipt(end, first.end));
  return first === undefined || other === undefined ? null : [first.node, other.node];
}
