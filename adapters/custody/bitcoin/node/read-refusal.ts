import type { BroadcastOutcome, BroadcastRefusal } from './bitcoin-node.ts';

/** Core's reject reasons from validation.cpp, policy.cpp and rbf.cpp, matched by prefix. */
const reasons: readonly (readonly [RegExp, BroadcastRefusal])[] = [
  [/^(bad-txns-inputs-missingorspent|missing-inputs)/i, 'missing-inputs'],
  [/^(insufficient fee|txn-mempool-conflict|too many potential replacements)/i, 'conflict'],
  [/^(replacement-|bad-txns-spends-conflicting-tx|replacement-failed)/i, 'conflict'],
  [/^(txn-same-nonwitness-data-in-mempool)/i, 'conflict'],
  [/^(min relay fee not met|mempool min fee not met|mempool full)/i, 'fee-too-low'],
  [/^(fee exceeds maximum|max-fee-exceeded|absurdly-high-fee)/i, 'fee-too-high'],
  [/^dust/i, 'dust'],
  [/^(non-final|non-BIP68-final|bad-txns-nonfinal)/i, 'non-final'],
  [/^(too-long-mempool-chain|too-large-cluster|truc)/i, 'chain-too-long'],
  [/^bad-txns-premature-spend/i, 'missing-inputs'],
  // Consensus failures: no node ever accepts these bytes.
  [/^(mandatory-|mempool-|block-)?script-verify-flag-failed/i, 'invalid'],
  [/^(bad-txns-|bad-witness-|tx decode failed)/i, 'invalid'],
];

/** RPC_VERIFY_ALREADY_IN_UTXO_SET of Core's protocol.h. */
const alreadyInChain = -27;
/** RPC_VERIFY_ERROR, RPC_VERIFY_REJECTED, RPC_DESERIALIZATION_ERROR: the node checked the bytes. */
const judged = new Set([-25, -26, -22]);

/** Interprets an error of `sendrawtransaction`. An unlisted error says nothing about the bytes. */
export function readRefusal(code: number, message: string): BroadcastOutcome {
  if (code === alreadyInChain || /^txn-already-(known|in-mempool)/i.test(message))
    return { kind: 'already-known' };
  if (!judged.has(code)) return { kind: 'unknown' };
  const [, reason] = reasons.find(([pattern]) => pattern.test(message)) ?? [];
  return { kind: 'refused', reason: reason ?? 'policy' };
}
