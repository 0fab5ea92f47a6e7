import { refuse } from '@interline/plugins';
import { readTransfer } from '../wire/read-transfer.ts';
import type { BuiltCheck } from './built-subject.ts';

/**
 * A call on the token itself is a transfer of exactly what was priced, and nothing else: not an
 * approval, not all we hold.
 */
export const transferIsExact: BuiltCheck = ({ upstream: { name }, ask, built: { call } }) => {
  if (call.to !== ask.from.address) return null;
  const transfer = readTransfer(call.data);
  if (transfer === null)
    return refuse('RAIL_FAULT', `${name} wants a call to the token that is no plain transfer`);
  if (transfer.units !== ask.units)
    return refuse('RAIL_FAULT', `${name} wants a transfer of another amount than it priced`);
  return transfer.to === ask.depositor || transfer.to === ask.from.address
    ? refuse('RAIL_FAULT', `${name} wants a transfer that hands nothing over`)
    : null;
};
