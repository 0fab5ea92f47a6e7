import {
  answer,
  asUnits,
  noUnits,
  openReservation,
  routeOwner,
  type Units,
} from '@interline/kernel';
import { floatBook } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { holdId } from '../float/route-reservations.ts';
import { type Advance, moved, type WhyLeft } from '../settle/advance.ts';
import { reserveOutput, reservePaid } from './reserve-output.ts';
import { costsNow, holdsWithin } from './current-terms.ts';
import { type Deposit, outputKey, type SeenOutput } from './deposit.ts';
import { reserveRefund, freshRefund } from './deposit-refunds.ts';
import { holdUnused } from './look-at-deposit.ts';
import { refuseDeposit } from './refuse-deposit.ts';
import { inputFor, outputFor, planServing } from './plan-serving.ts';
import { countedOf, partCostOf, shortfallOf, sumOf } from './worth-of.ts';

const tooLittleFloat: WhyLeft = {
  code: 'INSUFFICIENT_FLOAT',
  reason: 'the float cannot serve the deposit now',
};

/**
 * How far the current price may be below the deposit's, in bps, for more than the agreed amount.
 * Only the agreed amount was counted against the limit for locked prices.
 */
const fallForMoreBps = 30n;

/**
 * Credits the deposit to the route. It is delivered at its price as far as the float serves it; the
 * rest is refunded.
 */
export async function creditDeposit(
  ports: TransferPorts,
  route: Route,
  agreed: Deposit,
  { ripe, isPaid }: { readonly ripe: readonly SeenOutput[]; readonly isPaid: boolean },
  signal: AbortSignal,
): Promise<Advance> {
  const toldCost = partCostOf(route);
  const costed = isPaid
    ? answer({ terms: agreed.terms, partCost: toldCost })
    : await costsNow(ports, route, agreed, signal);
  if (!costed.ok) return refuseDeposit(ports, route, agreed, costed);
  const { terms, partCost } = costed.value;
  const isDearer = terms.fee !== agreed.terms.fee;
  const deposit = { ...agreed, terms };
  const worth = (outputs: readonly SeenOutput[]): Units => countedOf(outputs, partCost, toldCost);
  const total = worth(ripe) - shortfallOf(deposit);
  // An amount that was enough when it was seen is too little if spending its parts costs more by
  // now.
  const possible = total > 0n ? outputFor(deposit, total) : noUnits;
  if (total < deposit.agreed && possible < route.order.minOutput)
    return refuseDeposit(ports, route, agreed, {
      code: 'BELOW_AGREED_OUTPUT',
      reason: `what each further part costs to be spent rose from ${toldCost} to ${partCost}, and ${possible} is below the agreed ${route.order.minOutput}`,
    });
  const isWhole =
    total <= deposit.agreed || (!isPaid && (await mayHaveMore(ports, route, agreed, signal)));
  const want = outputFor(deposit, isWhole ? total : deposit.agreed);
  const credited = await ports.store.run('deposit-credited', async (tx) => {
    const output = isPaid
      ? await reservePaid(ports, tx, route, want)
      : await reserveOutput(ports, tx, route, {
          want,
          least: lesser(want, terms.output),
          isMined: true,
        });
    if (output === null) return null;
    const served = output < want ? inputFor(deposit, output) : isWhole ? total : deposit.agreed;
    const taken = takenFor(ripe, served + shortfallOf(deposit), worth);
    const counted = worth(taken);
    const forParts = sumOf(taken) - counted;
    const units = asUnits(served + forParts);
    const rest = asUnits(counted - shortfallOf(deposit) - served);
    const keys = new Set(taken.map(outputKey));
    const outputs = deposit.outputs.map((one) =>
      keys.has(outputKey(one)) ? { ...one, use: { kind: 'route' as const } } : one,
    );
    const refunds = rest === 0n ? [] : [freshRefund(deposit, { units: rest, isRest: true })];
    for (const one of refunds) await reserveRefund(ports, tx, route, one);
    const credited = {
      state: 'credited' as const,
      credited: units,
      outputs,
      refunds: [...deposit.refunds, ...refunds],
    };
    await holdUnused(ports, tx, route, credited);
    await holdCredited(ports, tx, route, units, taken);
    await tx.transfers.moveDeposit(agreed, {
      ...credited,
      ...(isDearer ? { price: 'current' as const, terms: deposit.terms } : {}),
    });
    return tx.transfers.moveRoute(
      route,
      {
        credited: units,
        srcTx: taken[0]?.tx ?? null,
        stage: stages.sending,
        plan: planServing(route.plan, deposit, { units: served, output, more: forParts }),
        cursor: route.cursor + 1,
      },
      ports.clock.now(),
    );
  });
  return credited === null ? refuseDeposit(ports, route, agreed, tooLittleFloat) : moved(credited);
}

/** More than the agreed amount gets the deposit's price only if that price is known to hold. */
async function mayHaveMore(
  ports: TransferPorts,
  route: Route,
  { terms }: Deposit,
  signal: AbortSignal,
): Promise<boolean> {
  const holds = await holdsWithin(ports, route, terms, fallForMoreBps, signal);
  return holds.ok && holds.value;
}

/**
 * The fewest outputs that cover the delivered amount, in order. The others are refunded as they
 * came, so that large coins of the float are not split into small ones.
 */
function takenFor(
  ripe: readonly SeenOutput[],
  units: bigint,
  worth: (outputs: readonly SeenOutput[]) => Units,
): readonly SeenOutput[] {
  const sorted = ripe.toSorted((a, b) => Number(b.units - a.units));
  // A further output never makes them worth less.
  let [short, enough] = [0, sorted.length];
  while (enough - short > 1) {
    const count = Math.floor((short + enough) / 2);
    if (worth(sorted.slice(0, count)) >= units) enough = count;
    else short = count;
  }
  const taken = new Set(sorted.slice(0, enough));
  return ripe.filter((one) => taken.has(one));
}

function lesser(one: Units, other: Units): Units {
  return one < other ? one : other;
}

async function holdCredited(
  { custody }: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  { id, order: { from } }: Route,
  units: Units,
  ripe: readonly SeenOutput[],
): Promise<void> {
  await tx.transactions.insertReservation(
    openReservation({
      id: holdId(id),
      owner: routeOwner(id),
      kind: 'payers',
      units,
      countsFromBlock: Math.min(...ripe.map(({ block }) => block ?? 0)),
      book: floatBook(custody, from),
    }),
  );
}
