import { asAmount, asUnits, type Plan, type Units } from '@interline/kernel';
import type { Deposit } from './deposit.ts';

type Agreed = Pick<Deposit, 'agreed' | 'terms'>;

/** The payout for `units` of the source at the deposit's price, rounded down. */
export function outputFor({ agreed, terms }: Agreed, units: bigint): Units {
  return asUnits((units * terms.output) / agreed);
}

/** The least amount of the source that pays for this output at the same price. */
export function inputFor({ agreed, terms }: Agreed, output: bigint): Units {
  return asUnits((output * agreed + terms.output - 1n) / terms.output);
}

interface Served {
  /** Units of the deposit that are delivered at its price, with their output. */
  readonly units: bigint;
  readonly output: Units;
  /** Units kept in addition to the price's own fee. */
  readonly more?: bigint;
}

/** The plan for that part of the deposit. Only the paid and kept amounts differ. */
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
