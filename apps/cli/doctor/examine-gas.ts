import {
  type CeilingsOfChain,
  type Config,
  type Deployment,
  gasCeilingsOf,
  gasUsedLately,
} from '@interline/server';
import { type Finding, reasonOf } from './finding.ts';

type GasUse = Awaited<ReturnType<typeof gasUsedLately>>[number];

const purposes = ['allowance', 'pull', 'approve', 'call', 'payout', 'refund'] as const;

/** A median above this part of its ceiling is a finding: honest transactions are soon refused. */
const mostPercent = 80n;

/**
 * The gas that transactions took lately, by the store, beside the ceilings that they are held to.
 */
export async function examineGas(
  config: Config,
  place: Pick<Deployment, 'database' | 'storeDir'>,
): Promise<readonly Finding[]> {
  try {
    return gasFindings(gasCeilingsOf(config), await gasUsedLately(place));
  } catch (error) {
    return [{ part: 'gas use', ok: false, says: reasonOf(error) }];
  }
}

/** One finding for each chain and purpose of which something was mined. */
export function gasFindings(
  ceilings: readonly CeilingsOfChain[],
  used: readonly GasUse[],
): readonly Finding[] {
  return ceilings.flatMap((of) =>
    purposes.flatMap((purpose) => {
      const taken = used
        .filter((one) => one.chain === of.chain && one.purpose === purpose)
        .map(({ gasUsed }) => gasUsed)
        .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      const median = taken[Math.floor((taken.length - 1) / 2)];
      if (median === undefined) return [];
      const ceiling = BigInt(of[purpose]);
      const ok = median * 100n <= ceiling * mostPercent;
      const advice = ok ? '' : '; set a higher one as gasCeilings of the chain';
      return [
        {
          part: 'gas use',
          ok,
          says: `${purpose} on ${of.chain}: median ${median} of ${taken.length}, most ${taken.at(-1)}; the ceiling is ${ceiling}${advice}`,
        },
      ];
    }),
  );
}
