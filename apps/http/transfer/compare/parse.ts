import type { ScorecardQuestion } from '@interline/core/transfer';
import { readChain } from '../../server/parse/read-chain.ts';
import type { ScorecardQueryWire } from './schemas.ts';

export function parseScorecardQuestion({
  rail,
  fromChain,
  toChain,
}: ScorecardQueryWire): ScorecardQuestion {
  return {
    rail: rail ?? null,
    from: fromChain === undefined ? null : readChain(fromChain, 'fromChain'),
    to: toChain === undefined ? null : readChain(toChain, 'toChain'),
  };
}
