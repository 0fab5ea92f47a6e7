import { refuse } from '@interline/plugins';
import type { BuiltCheck } from './built-subject.ts';
import { isPlainTransfer } from './is-plain-transfer.ts';

/**
 * Target and spender are the engine's listed contracts, where the deployment lists any. A plain
 * transfer goes to an address made for it, so other checks tell it.
 */
export const contractsAreKnown: BuiltCheck = (subject) => {
  const {
    upstream: { name },
    built: { call },
    known,
  } = subject;
  if (known === null || isPlainTransfer(subject)) return null;
  if (!known.includes(call.to))
    return refuse(
      'RAIL_FAULT',
      `${name} wants a call to ${call.to}, which is none of its listed contracts`,
    );
  return call.spender === null || known.includes(call.spender)
    ? null
    : refuse(
        'RAIL_FAULT',
        `${name} wants an approval for ${call.spender}, which is none of its listed contracts`,
      );
};
