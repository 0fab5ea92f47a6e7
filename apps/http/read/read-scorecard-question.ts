import type { ScorecardQuestion } from '@interline/usecases';
import type { ScorecardQueryWire } from '../wire/scorecard.ts';
import { readChain } from './read-chain.ts';

export function readScorecardQuestion({
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
