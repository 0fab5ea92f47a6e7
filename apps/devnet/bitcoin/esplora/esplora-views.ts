import {
  type CoreBlock,
  type CoreInput,
  type CoreOutput,
  type CoreReads,
  type CoreTransaction,
  satsOf,
} from './core-reads.ts';

/** Esplora's names of Core's output script types. */
const scriptTypes: Readonly<Record<string, string>> = {
  pubkey: 'p2pk',
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
  nulldata: 'op_return',
};

/** A transaction's status, as in each of Esplora's responses. */
export type EsploraStatus =
  | { confirmed: false }
  | { confirmed: true; block_height: number; block_hash: string; block_time: number };

export async function statusOf(
  core: CoreReads,
  { blockhash, confirmations = 0 }: CoreTransaction,
): Promise<EsploraStatus> {
  // Core's index keeps the block of a transaction after a reorg removed it.
  if (blockhash === undefined || confirmations === 0) return { confirmed: false };
  const { height, time } = await core.header(blockhash);
  return { confirmed: true, block_height: height, block_hash: blockhash, block_time: time };
}

export async function transactionView(core: CoreReads, found: CoreTransaction): Promise<object> {
  const vin = await Promise.all(found.vin.map((input) => inputView(core, input)));
  const paidIn = vin.reduce((sum, { prevout }) => sum + (prevout?.value ?? 0), 0);
  const vout = found.vout.map(outputView);
  const paidOut = vout.reduce((sum, { value }) => sum + value, 0);
  return {
    txid: found.txid,
    version: found.version,
    locktime: found.locktime,
    vin,
    vout,
    size: found.size,
    weight: found.weight,
    fee: paidIn === 0 ? 0 : paidIn - paidOut,
    status: await statusOf(core, found),
  };
}

async function inputView(core: CoreReads, input: CoreInput) {
  const isCoinbase = input.txid === undefined;
  const spent = isCoinbase
    ? undefined
    : (await core.transaction(input.txid ?? '')).vout[input.vout ?? 0];
  return {
    txid: input.txid ?? '0'.repeat(64),
    vout: input.vout ?? 0xffff_ffff,
    prevout: spent === undefined ? null : outputView(spent),
    scriptsig: input.scriptSig?.hex ?? input.coinbase ?? '',
    scriptsig_asm: input.scriptSig?.asm ?? '',
    ...(input.txinwitness === undefined ? {} : { witness: input.txinwitness }),
    is_coinbase: isCoinbase,
    sequence: input.sequence,
  };
}

function outputView({ value, scriptPubKey: { hex, asm, type, address } }: CoreOutput) {
  return {
    scriptpubkey: hex,
    scriptpubkey_asm: asm,
    scriptpubkey_type: scriptTypes[type] ?? 'unknown',
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value: satsOf(value),
  };
}

export function blockView(block: CoreBlock & { tx: readonly unknown[] }): object {
  return {
    id: block.hash,
    height: block.height,
    version: block.version,
    timestamp: block.time,
    tx_count: block.tx.length,
    size: block.size,
    weight: block.weight,
    merkle_root: block.merkleroot,
    previousblockhash: block.previousblockhash ?? null,
    mediantime: block.mediantime,
    nonce: block.nonce,
    bits: Number.parseInt(block.bits, 16),
    difficulty: block.difficulty,
  };
}
