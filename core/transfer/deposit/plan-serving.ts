import { asAmount, asUnits, type Plan, type Units } from '@interline/kernel';
import type { Deposit } from './deposit.ts';

type Agreed = Pick<Deposit, 'agreed' | 'terms'>;

/** What `units` of the source are paid out as at the deposit's price, rounded down. */
export function outputFor({ agreed, terms }: Agreed, units: bigint): Units {
  return asUnits((units * terms.output) / agreed);
}

/** The least of the source that pays for so much output, at the same price. */
export function inputFor({ agreed, terms }: Agreed, output: bigint): Units {
  return asUnits((output * agreed + terms.output - 1n) / terms.output);
}

interface Served {
  /** What of the deposit is delivered at its price, and as what. */
  readonly units: bigint;
  readonly output: Units;
  /** What is kept beside the price's own fee. */
  readonly more?: bigint;
}

/** The plan for that part of what was deposited: only what is paid and kept differs. */
export function planServing(
  plan: Plan,
  deposit: Agreed,
  { units, output, more = 0n }: Served,
): Plan {
  const paid = asAmount(output);
  return {
    ...plan,
    output,
    fee: asUnits((deposit.terms.fee * units) / deposit.agreed + more),
    steps: plan.steps.map((step) =>
      step.kind === 'payout' || step.kind === 'reserve' ? { ...step, units: paid } : step,
    ),
  };
}
