import { Transaction } from '../curve.ts';
import type { ScriptHex } from '../coins/output-script.ts';
import type { PayingTransaction } from '../node/bitcoin-node.ts';
import { type Outpoint, outpointOf } from '../outpoint.ts';

/** A transaction of the spine, from the chain or the mempool. */
export interface SpineEntry {
  readonly slot: number;
  readonly txid: string;
  readonly raw: string;
  /** Null while it is in the mempool. */
  readonly block: PayingTransaction['block'];
  /** The coin that the next transaction spends first. */
  readonly coin: { readonly outpoint: Outpoint; readonly units: bigint };
}

/** The position of a spine before the transactions that are read now. */
export interface SpineBase {
  readonly slot: number;
  readonly outpoint: Outpoint;
}

/**
 * Links transactions that pay our addresses into the spine. Each one spends the previous coin as
 * its first input and creates the next coin as its last output, to the spine's address. Without a
 * base, the first transaction is the one whose first input is a coin at our funding address. A
 * third party's payment to the spine's address is not linked, so it is left out.
 */
export function spineOf(
  base: SpineBase | null,
  found: readonly PayingTransaction[],
  scripts: { readonly spine: ScriptHex; readonly funding: ScriptHex },
): readonly SpineEntry[] {
  const decoded = found.map((one) => ({ ...one, transaction: Transaction.fromHex(one.raw) }));
  const byFirstInput = Map.groupBy(decoded, ({ transaction }) => firstInput(transaction));
  const next = (slot: number, spent: Outpoint): SpineEntry | null => {
    const spenders = byFirstInput.get(spent) ?? [];
    // At most one spender is mined; the mempool also has at most one.
    const one = spenders.find(({ block }) => block !== null) ?? spenders[0];
    return one === undefined ? null : entryOf(slot, one, one.transaction, scripts.spine);
  };

  const starts =
    base !== null
      ? [base]
      : decoded.flatMap(({ txid, transaction }) =>
          transaction.outs.flatMap(({ script }, vout) =>
            hexOf(script) === scripts.funding
              ? [{ slot: -1, outpoint: outpointOf(txid, vout) }]
              : [],
          ),
        );
  for (const { slot, outpoint } of starts) {
    const entries: SpineEntry[] = [];
    for (
      let entry = next(slot + 1, outpoint);
      entry !== null;
      entry = next(entry.slot + 1, entry.coin.outpoint)
    )
      entries.push(entry);
    if (entries.length > 0) return entries;
  }
  return [];
}

function entryOf(
  slot: number,
  { txid, raw, block }: PayingTransaction,
  { outs }: Transaction,
  spine: ScriptHex,
): SpineEntry | null {
  const vout = outs.findLastIndex(({ script }) => hexOf(script) === spine);
  const coin = outs[vout];
  if (coin === undefined) return null;
  return { slot, txid, raw, block, coin: { outpoint: outpointOf(txid, vout), units: coin.value } };
}

function firstInput({ ins: [first] }: Transaction): Outpoint | null {
  return first === undefined ? null : outpointOf(txidOf(first.hash), first.index);
}

/** The id of an input, as the chain writes it. */
export function txidOf(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}

export function hexOf(script: Uint8Array): ScriptHex {
  return Buffer.from(script).toString('hex');
}
