import { refuse, showUnits } from '@interline/plugins';
import type { BuiltCheck } from './built-subject.ts';

/** For the right chain, in time, and with figures that can be true. */
export const stillStands: BuiltCheck = ({ upstream: { name }, ask, built, nowMs }) => {
  const { call, output, minOutput, expiresAtMs } = built;
  if (call.chainId !== ask.fromChainId)
    return refuse(
      'RAIL_FAULT',
      `${name} built a transaction for chain ${call.chainId}; wanted ${ask.fromChainId}`,
    );
  if (expiresAtMs !== null && expiresAtMs <= nowMs)
    return refuse('RAIL_FAULT', `the transaction of ${name} had expired when it came`);
  if (output === 0n) return refuse('NO_ROUTE', `${name} would deliver nothing`);
  if (minOutput > output)
    return refuse(
      'RAIL_FAULT',
      `${name} promises at least ${showUnits(minOutput)} and expects only ${showUnits(output)}`,
    );
  return null;
};
