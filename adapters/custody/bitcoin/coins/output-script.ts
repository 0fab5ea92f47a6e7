/** An output's locking script in lower-case hex. */
export type ScriptHex = string;

/** The two kinds of script that our own keys unlock. */
export type OwnScriptKind = 'p2tr' | 'p2wpkh';

/** Core's `DUST_RELAY_TX_FEE` (policy.h), in sats per 1,000 vbytes. */
const dustRelayRate = 3_000n;

/**
 * The dust threshold in sats: what spending the output would cost at 3 sat/vB, as Core's
 * `GetDustThreshold` computes it. 546 for p2pkh, 540 for p2sh, 294 for p2wpkh, 330 for p2wsh and
 * p2tr; 0 for OP_RETURN, which cannot be spent.
 */
export function dustThreshold(script: ScriptHex): bigint {
  if (script.startsWith('6a')) return 0n;
  // Core counts a witness input's signature at a quarter: 32 + 4 + 1 + 107 / 4 + 4.
  const spendingVbytes = isWitnessProgram(script) ? 67n : 148n;
  const outputBytes = BigInt(outputWeight(script) / 4);
  return ((outputBytes + spendingVbytes) * dustRelayRate) / 1_000n;
}

/** Weight units of an output: 8 bytes of value, the script's length and the script. */
export function outputWeight(script: ScriptHex): number {
  const bytes = script.length / 2;
  return 4 * (8 + (bytes < 253 ? 1 : 3) + bytes);
}

// BIP-141: a version opcode, then one push of 2 to 40 bytes.
function isWitnessProgram(script: ScriptHex): boolean {
  const bytes = script.length / 2;
  return (
    /^(00|5[1-9a-f]|60)/.test(script) &&
    bytes >= 4 &&
    bytes <= 42 &&
    Number.parseInt(script.slice(2, 4), 16) === bytes - 2
  );
}
