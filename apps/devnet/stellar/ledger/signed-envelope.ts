import {
  extractBaseAddress,
  FeeBumpTransaction,
  type Operation,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk';

/** An envelope that parses: a V1 transaction, or a fee bump around one. */
export type SignedEnvelope = {
  base64: string;
  /** Hash of the outermost transaction, in hex. */
  hash: string;
  /** Hash of the wrapped transaction; the same where nothing is wrapped. */
  innerHash: string;
  inner: Transaction;
  feeBump: FeeBumpTransaction | undefined;
  /** Account whose sequence number it takes, and account that pays the fee: never muxed. */
  source: string;
  feeSource: string;
  sequence: bigint;
  /** The bid for the whole transaction, in stroops. */
  maxFee: bigint;
  operations: readonly Operation[];
};

/** Undefined unless it is an envelope of a supported form; V0 is not supported. */
export function readEnvelope(base64: string, passphrase: string): SignedEnvelope | undefined {
  try {
    const envelope = xdr.TransactionEnvelope.fromXDR(base64, 'base64');
    const form = envelope.switch().name;
    if (form !== 'envelopeTypeTx' && form !== 'envelopeTypeTxFeeBump') return undefined;
    const outer = TransactionBuilder.fromXDR(envelope, passphrase);
    const feeBump = outer instanceof FeeBumpTransaction ? outer : undefined;
    const inner = outer instanceof FeeBumpTransaction ? outer.innerTransaction : outer;
    const source = extractBaseAddress(inner.source);
    return {
      base64,
      hash: outer.hash().toString('hex'),
      innerHash: inner.hash().toString('hex'),
      inner,
      feeBump,
      source,
      feeSource: feeBump === undefined ? source : extractBaseAddress(feeBump.feeSource),
      sequence: BigInt(inner.sequence),
      maxFee: BigInt(outer.fee),
      operations: inner.operations,
    };
  } catch {
    return undefined; // The SDK throws on truncated XDR, unknown arms and impossible assets.
  }
}

/** The account an operation acts for: its own source, or the transaction's. */
export function sourceOf(operation: Operation, envelope: SignedEnvelope): string {
  return operation.source === undefined ? envelope.source : extractBaseAddress(operation.source);
}
