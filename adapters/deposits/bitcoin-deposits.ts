import { createHash } from 'node:crypto';
import { asAddress, asUnits, type ChainRef } from '@interline/kernel';
import type { AddressReading, DepositPort, OutputReading, WatchedAddress } from '@interline/ports';
import {
  type BitcoinNode,
  type HdAccount,
  inputsOf,
  outpointOf,
  outputOf,
} from '../custody/bitcoin/index.ts';

/** Transactions in the mempool whose inputs are kept, to find what replaced them. */
const rememberedAtMost = 10_000;

/** Deposit addresses of the wallet that the float is in, read from one node. */
export function bitcoinDeposits({
  chain,
  account,
  node,
}: {
  readonly chain: ChainRef;
  readonly account: Pick<HdAccount, 'address'>;
  readonly node: BitcoinNode;
}): DepositPort {
  const spends = new Map<string, string>();

  /** A mempool transaction's first input: whatever replaces it spends that too. */
  const remember = (txid: string, raw: string): void => {
    const [first] = inputsOf(raw);
    if (first === undefined || spends.has(txid)) return;
    if (spends.size >= rememberedAtMost) spends.clear();
    spends.set(txid, first);
  };

  /** An output seen before and not unspent now: spent by us, or gone. */
  const knownOutput = async (
    { tx, output }: WatchedAddress['known'][number],
    tipHeight: number,
    signal: AbortSignal,
  ): Promise<OutputReading | null> => {
    const found = await node.transaction(tx, signal);
    if (found.state === 'unknown') return null;
    const common = { tx, output, units: asUnits(outputOf(found.raw, output)) };
    if (found.state === 'mempool') {
      remember(tx, found.raw);
      return { ...common, ...inMempool, isReplaceable: found.signalsReplacement };
    }
    const { height, hash } = found.block;
    return {
      ...common,
      confirmations: Math.max(1, tipHeight - height + 1),
      block: height,
      blockHash: hash,
      isReplaceable: false,
    };
  };

  const replacerOf = async (tx: string, signal: AbortSignal): Promise<string | null> => {
    const input = spends.get(tx);
    if (input === undefined) return null;
    const [txid = '', vout] = input.split(':');
    const spend = await node.spendOf(outpointOf(txid, Number(vout)), signal);
    return spend.state === 'spent' && spend.by?.txid !== tx ? (spend.by?.txid ?? null) : null;
  };

  return {
    chains: [chain],
    addressOf: (_chain, index) => asAddress(account.address('deposit', index).address),
    fingerprint: (secret) => createHash('sha256').update(secret).digest('hex'),

    async seenAt(_chain, watched, signal) {
      const addresses = watched.map(({ address }) => address);
      await node.watch(addresses, null, signal);
      const { tip, outputs } = await node.unspent(addresses, signal);
      const blockHashes = new Map<number, string | null>();
      const hashAt = async (height: number): Promise<string | null> => {
        if (!blockHashes.has(height)) blockHashes.set(height, await node.blockHash(height, signal));
        return blockHashes.get(height) ?? null;
      };
      const readings: AddressReading[] = [];
      for (const { address, known } of watched) {
        const unspent: OutputReading[] = [];
        for (const one of outputs.filter((each) => each.address === address)) {
          const [tx = '', vout] = one.outpoint.split(':');
          const common = { tx, output: Number(vout), units: asUnits(one.units) };
          if (one.confirmations === 0) {
            const found = spends.has(tx) ? null : await node.transaction(tx, signal);
            if (found?.state === 'mempool') remember(tx, found.raw);
            unspent.push({ ...common, ...inMempool, isReplaceable: one.parentReplaceable });
          } else {
            const block = tip.height - one.confirmations + 1;
            const blockHash = await hashAt(block);
            const place = { confirmations: one.confirmations, block, blockHash };
            unspent.push({ ...common, ...place, isReplaceable: false });
          }
        }
        const others = known.filter(
          ({ tx, output }) => !unspent.some((one) => one.tx === tx && one.output === output),
        );
        const spent: OutputReading[] = [];
        const replaced: AddressReading['replaced'][number][] = [];
        for (const one of others) {
          const reading = await knownOutput(one, tip.height, signal);
          if (reading !== null) spent.push(reading);
          else {
            const by = await replacerOf(one.tx, signal);
            if (by !== null) replaced.push({ ...one, by });
          }
        }
        readings.push({ address, outputs: [...unspent, ...spent], replaced });
      }
      return { addresses: readings, tipTimeMs: tip.medianTimeSec * 1_000 };
    },
  };
}

const inMempool = { confirmations: 0, block: null, blockHash: null } as const;
