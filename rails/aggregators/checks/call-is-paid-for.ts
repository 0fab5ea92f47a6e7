import { isNative, refuse } from '@interline/plugins';
import type { BuiltCheck } from './built-subject.ts';
import { isPlainTransfer } from './is-plain-transfer.ts';

/**
 * The call says something, and can take what was priced: a coin by its value, a token by approval,
 * or by being a transfer itself.
 */
export const callIsPaidFor: BuiltCheck = (subject) => {
  const {
    upstream: { name },
    ask,
    built: { call },
  } = subject;
  const isTransfer = isPlainTransfer(subject);
  if (call.data === '0x' && !isTransfer)
    return refuse('RAIL_FAULT', `${name} built a transaction that says nothing`);
  if (!isNative(ask.from))
    return call.spender === null && !isTransfer
      ? refuse('RAIL_FAULT', `${name} names nobody who may take the token`)
      : null;
  if (call.spender !== null) return refuse('RAIL_FAULT', `${name} wants an approval for a coin`);
  return call.valueWei < ask.units
    ? refuse('RAIL_FAULT', `${name} would be sent less than it priced`)
    : null;
};
