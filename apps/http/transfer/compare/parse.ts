import type { ScorecardQuestion } from '@interline/core/transfer';
import { parseChain } from '../../server/parse/parse-address.ts';
import type { ScorecardQueryWire } from './schemas.ts';

export function parseScorecardQuestion({
  rail,
  fromChain,
  toChain,
}: ScorecardQueryWire): ScorecardQuestion {
  return {
    rail: rail ?? null,
    from: fromChain === undefined ? null : parseChain(fromChain, 'fromChain'),
    to: toChain === undefined ? null : parseChain(toChain, 'toChain'),
  };
}
