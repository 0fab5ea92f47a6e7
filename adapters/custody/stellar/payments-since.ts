import type { Payment, PaymentSearch } from '@interline/ports';
import type { Searching } from './account-transactions.ts';
import { type HorizonNode, unreachable } from './horizon-node.ts';
import { type HorizonTransaction, type Ledger, ledgerShape, outerHash } from './horizon-shapes.ts';
import { operationsIn, transfersIn } from './read-operations.ts';

/**
 * Our payments to an account since then, oldest first; null if no Horizon has the ledgers of that
 * time any more. Throws `CHAIN_UNREACHABLE`, also while more pages are left.
 */
export async function paymentsSince(
  searching: Searching,
  search: PaymentSearch,
  signal: AbortSignal,
): Promise<readonly Payment[] | null> {
  const { horizons, account, settings } = searching;
  if (!search.from.includes(account)) return [];
  const said = await horizons.readEach(
    async (node, head) => paymentsBy(searching, search, { node, head }, signal),
    signal,
  );
  if (said.length < horizons.enough) throw unreachable(settings.chain);
  const served = said.filter((one) => one !== null);
  if (served.length === 0) return null;
  const byKey = Map.groupBy(served.flat(), ({ hash, logIndex }) => `${hash}/${logIndex}`);
  return [...byKey.values()]
    .flatMap((same) => {
      const [one] = same;
      const isAgreed =
        same.length >= horizons.enough &&
        same.every(({ units, block }) => units === one?.units && block === one.block);
      return one === undefined ? [] : [{ ...one, isAgreed }];
    })
    .toSorted((a, b) => a.block - b.block);
}

interface At {
  readonly node: HorizonNode;
  readonly head: Ledger;
}

async function paymentsBy(
  { channels, sent, carriedBy, settings: { chain, passphrase } }: Searching,
  { token, to, sinceSec }: PaymentSearch,
  at: At,
  signal: AbortSignal,
): Promise<readonly Omit<Payment, 'isAgreed'>[] | null> {
  const { node, head } = at;
  const { layout } = await channels.read(node, signal);
  const made = Number((layout.bases[0] ?? 0n) >> 32n);
  const from = await firstLedgerAt(at, { sinceSec, made }, signal);
  if (from === null) return null;
  const all: HorizonTransaction[] = [];
  for (const channel of layout.bases.keys()) {
    const { bySequence, isWhole } = await sent.since(node, channel, from, signal);
    if (!isWhole) throw unreachable(chain);
    all.push(...bySequence.values());
  }
  const ours = new Map([...carriedBy].map(([form, outer]) => [outer, form]));
  return all
    .filter(({ successful, created_at }) => successful && created_at >= sinceSec)
    .flatMap((shown) =>
      transfersIn(operationsIn(shown, passphrase))
        .filter((one) => one.token === token && one.to === to)
        .map(({ logIndex, units }) => ({
          hash: ours.get(outerHash(shown)) ?? outerHash(shown),
          logIndex,
          units,
          block: shown.ledger,
          depth: head.sequence - shown.ledger + 1,
        })),
    );
}

/**
 * The first ledger that closed at or after that time, by bisection; null if this Horizon does not
 * have the ledgers of that time.
 */
async function firstLedgerAt(
  { node, head }: At,
  { sinceSec, made }: { readonly sinceSec: number; readonly made: number },
  signal: AbortSignal,
): Promise<number | null> {
  const timeOf = async (sequence: number): Promise<number | null> =>
    (await node.get(`/ledgers/${sequence}`, ledgerShape, signal))?.closed_at ?? null;
  let [low, high] = [Math.max(1, made), head.sequence];
  const first = await timeOf(low);
  if (first !== null && first >= sinceSec) return low;
  // At `low` and below, ledgers are earlier or not served any more; `high` is late enough, or the
  // head.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const time = await timeOf(middle);
    if (time !== null && time >= sinceSec) high = middle;
    else low = middle;
  }
  return (await timeOf(low)) === null ? null : high;
}
