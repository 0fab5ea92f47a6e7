import { type EvmAddress, evmAddress, refuse } from '@interline/plugins';
import { zeroNative } from '../wire/native-address.ts';
import type { BuiltCheck, BuiltSubject } from './built-subject.ts';
import { isPlainTransfer } from './is-plain-transfer.ts';

/** Where payers' allowances to us stand: a call to it could pull from all of them. */
const permit2 = evmAddress('0x000000000022d473030f116ddee9f6b43ac78ba3');

/**
 * Neither target nor spender is one of ours: an engine has no business calling tokens or Permit2 in
 * our name, but for the transfer it lives by.
 */
export const partiesAreForeign: BuiltCheck = (subject) => {
  const {
    upstream: { name },
    ask,
    built: { call },
  } = subject;
  const target =
    isPlainTransfer(subject) && call.to === ask.from.address ? null : whose(subject, call.to);
  if (target !== null) return refuse('RAIL_FAULT', `${name} wants a call to ${target}`);
  const spender = call.spender === null ? null : whose(subject, call.spender);
  return spender === null ? null : refuse('RAIL_FAULT', `${name} wants an approval for ${spender}`);
};

/** Who of ours an address is, or null. */
function whose({ ask, tokens }: BuiltSubject, address: EvmAddress): string | null {
  if (address === zeroNative) return 'the zero address';
  if (address === ask.depositor) return 'our own account';
  if (address === ask.payer) return 'the payer';
  if (address === permit2) return 'Permit2';
  return tokens.some((token) => token.address === address) ? 'a token' : null;
}
