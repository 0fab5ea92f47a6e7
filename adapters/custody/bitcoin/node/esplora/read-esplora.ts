import { feeRate, type FeeRate } from '../../fees/fee-rate.ts';
import { type Outpoint, outpointOf } from '../../outpoint.ts';
import type { BlockRef, ChainTip, PayingTransaction } from '../bitcoin-node.ts';
import { readHash, readList, readRecord } from '../read-reply.ts';

/** Esplora's `/block/:hash`; `previous` is null for the genesis block. */
export interface EsploraBlock extends ChainTip {
  readonly previous: string | null;
}

export function readBlock(value: unknown): EsploraBlock {
  const { id, height, mediantime, previousblockhash: previous = null } = readRecord(value);
  return {
    height: readWhole(height),
    hash: readHash(id),
    medianTimeSec: readWhole(mediantime),
    previous: previous === null ? null : readHash(previous),
  };
}

/** The block of a `status`, or null for `confirmed: false`. */
export function readStatus(value: unknown): BlockRef | null {
  const { confirmed, block_height, block_hash } = readRecord(value);
  if (confirmed === false) return null;
  if (confirmed !== true) throw new TypeError('not a status');
  return { height: readWhole(block_height), hash: readHash(block_hash) };
}

/**
 * An element of `/address/:a/txs/chain` or `/mempool`: the transaction, and its block if it has
 * one.
 */
export function readPlaced(value: unknown): Omit<PayingTransaction, 'raw'> {
  const { txid, status } = readRecord(value);
  const block = readStatus(status);
  return {
    txid: readHash(txid),
    block: block && { ...block, timeSec: readWhole(readRecord(status)['block_time']) },
  };
}

/** The same, with its inputs and its outputs' scripts and values. */
export interface PlacedWhole extends Omit<PayingTransaction, 'raw'> {
  readonly spends: readonly Outpoint[];
  readonly pays: readonly { readonly script: string; readonly units: bigint }[];
}

export function readPlacedWhole(value: unknown): PlacedWhole {
  const { vin, vout } = readRecord(value);
  return {
    ...readPlaced(value),
    // A coinbase input spends no output.
    spends: readList(vin).flatMap((one) => {
      const { txid, vout: output, is_coinbase } = readRecord(one);
      return is_coinbase === true ? [] : [outpointOf(readHash(txid), readWhole(output))];
    }),
    pays: readList(vout).map((one) => {
      const { scriptpubkey, value: units } = readRecord(one);
      if (typeof scriptpubkey !== 'string') throw new TypeError('not a script');
      return { script: scriptpubkey, units: readSats(units) };
    }),
  };
}

export interface EsploraOutput {
  readonly outpoint: Outpoint;
  readonly txid: string;
  readonly units: bigint;
  readonly block: BlockRef | null;
}

/** An element of `/address/:a/utxo`. */
export function readOutput(value: unknown): EsploraOutput {
  const { txid, vout, value: units, status } = readRecord(value);
  const id = readHash(txid);
  return {
    outpoint: outpointOf(id, readWhole(vout)),
    txid: id,
    units: readSats(units),
    block: readStatus(status),
  };
}

/** The spender of an output, from `/tx/:id/outspend/:vout`; null for `spent: false`. */
export function readOutspend(
  value: unknown,
): { readonly txid: string; readonly block: BlockRef | null } | null {
  const { spent, txid, status } = readRecord(value);
  if (spent === false) return null;
  if (spent !== true) throw new TypeError('not an outspend');
  return { txid: readHash(txid), block: readStatus(status) };
}

/** The spenders of all its outputs, from `/tx/:id/outspends`. */
export function readOutspends(value: unknown): readonly ReturnType<typeof readOutspend>[] {
  return readList(value).map(readOutspend);
}

/** Whether `/tx/:id` is a coinbase. */
export function readIsCoinbase(value: unknown): boolean {
  return readList(readRecord(value)['vin']).some(
    (input) => readRecord(input)['is_coinbase'] === true,
  );
}

/** The fee in `/tx/:id`, in sats. */
export function readFee(value: unknown): bigint {
  return readSats(readRecord(value)['fee']);
}

/**
 * The rate for inclusion within the target number of blocks, from `/fee-estimates` (sat/vB by
 * target). It takes the longest listed target that is not longer. Null when none is listed.
 */
export function readEstimate(value: unknown, targetBlocks: number): FeeRate | null {
  const [best] = Object.entries(readRecord(value))
    .map(([target, rate]) => ({ target: Number(target), rate: readRate(rate) }))
    .filter(({ target }) => Number.isSafeInteger(target) && target <= targetBlocks)
    .sort((one, other) => other.target - one.target);
  return best === undefined || best.rate === 0n ? null : feeRate(best.rate);
}

export function readIds(value: unknown): readonly string[] {
  return readList(value).map(readHash);
}

function readWhole(value: unknown): number {
  const whole = typeof value === 'bigint' ? Number(value) : NaN;
  if (!Number.isSafeInteger(whole) || whole < 0) throw new TypeError('not a whole number');
  return whole;
}

const supplySats = 21_000_000n * 100_000_000n;

function readSats(value: unknown): bigint {
  if (typeof value !== 'bigint' || value < 0n || value > supplySats)
    throw new TypeError('not an amount in sats');
  return value;
}

/** A rate in sat/vB as sats per 1,000 vbytes, rounded up. */
function readRate(value: unknown): bigint {
  const text = typeof value === 'bigint' ? value.toString() : value;
  const [, whole, thousandths = '', rest = ''] =
    /^(\d{1,9})(?:\.(\d{1,3})(\d*))?$/.exec(typeof text === 'string' ? text : '') ?? [];
  if (whole === undefined) throw new TypeError('not a rate');
  return BigInt(whole + thousandths.padEnd(3, '0')) + (/[1-9]/.test(rest) ? 1n : 0n);
}
