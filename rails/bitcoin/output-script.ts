/** How an output is locked, by what its address looks like. */
export interface OutputScript {
  readonly kind: 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR' | 'unknown';
  /** Bytes of the output in a transaction. */
  readonly bytes: bigint;
  /**
   * The least satoshis that nodes relay (Bitcoin Core's policy at 3,000 satoshis per 1,000 bytes).
   */
  readonly dust: bigint;
}

/** The largest of each, for an address that is not known yet. */
const unknown: OutputScript = { kind: 'unknown', bytes: 43n, dust: 546n };

/**
 * Bech32 forms are BIP-173 and BIP-350, the others base58check. All networks match, since the
 * address was already checked against the deployment's network.
 */
const forms: readonly (readonly [RegExp, OutputScript])[] = [
  [/^(bc|tb|bcrt)1q[a-z0-9]{38}$/, { kind: 'P2WPKH', bytes: 31n, dust: 294n }],
  [/^(bc|tb|bcrt)1q[a-z0-9]{58}$/, { kind: 'P2WSH', bytes: 43n, dust: 330n }],
  [/^(bc|tb|bcrt)1p[a-z0-9]{58}$/, { kind: 'P2TR', bytes: 43n, dust: 330n }],
  [/^[1mn][1-9A-HJ-NP-Za-km-z]{24,34}$/, { kind: 'P2PKH', bytes: 34n, dust: 546n }],
  [/^[23][1-9A-HJ-NP-Za-km-z]{24,34}$/, { kind: 'P2SH', bytes: 32n, dust: 540n }],
];

export function outputScript(address: string | null): OutputScript {
  if (address === null) return unknown;
  return forms.find(([form]) => form.test(address))?.[1] ?? unknown;
}
