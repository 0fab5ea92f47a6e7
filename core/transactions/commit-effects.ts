import { type Effect, type Envelope, houseRoute, RelayError, unplaced } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { TransactionUnit } from './repository.ts';
import type { TransactionPorts } from './ports.ts';
import { assertGas, gasClaim } from './gas-claim.ts';

export interface CommittedEffect {
  readonly effect: Effect;
  /** Null while the effect waits for a batch. */
  readonly envelope: Envelope | null;
}

/**
 * Which step of the plan a prepared transaction serves, where a route is accepted: it has committed
 * nothing before.
 */
export type StepOf = (one: Prepared) => number;

/**
 * Within the caller's unit: allots the nonces, seals and stores the transactions, and sets their
 * gas aside. Where the account's transactions are merged, the effects are stored with what they
 * call and wait for the next batch. Throws `LANE_STOPPED` or `GAS_EXHAUSTED`, which undoes the
 * unit.
 */
export async function commitEffects(
  ports: TransactionPorts,
  tx: TransactionUnit,
  routeId: string,
  step: number | StepOf,
  prepared: readonly Prepared[],
): Promise<readonly CommittedEffect[]> {
  const committed: CommittedEffect[] = [];
  let bundle = '';
  // One moment for all: what was committed together never counts as coming after one another.
  const nowMs =
    typeof step === 'number' ? await afterEarlier(ports, tx, routeId) : ports.clock.now();
  for (const [position, one] of prepared.entries()) {
    await assertGas(ports, tx, routeId, one);
    const id = `ef_${ports.entropy.hex(12)}`;
    const common = {
      ...effectOf(one, nowMs),
      id,
      routeId,
      step: typeof step === 'number' ? step : step(one),
    };
    if (ports.custody.isBatched(one.chain, one.role)) {
      // An allowance may fail beside a pull that does not, so it stands alone.
      if (position === 0 || prepared[position - 1]?.purpose === 'allowance') bundle = id;
      committed.push({
        effect: await commitWaiting(tx, {
          ...common,
          nonce: unplaced,
          batch: { bundle, position, call: one.tx, carried: null },
        }),
        envelope: null,
      });
    } else {
      committed.push(await commitSealed(ports, tx, common, one));
    }
    await tx.transactions.insertReservation(gasClaim(routeId, id, one));
  }
  return committed;
}

/**
 * Now, but later than all that the route has committed: which attempt is the last one decides
 * whether money is sent again, and the clocks of two workers differ, and a clock is set back.
 */
async function afterEarlier(
  { clock }: Pick<TransactionPorts, 'clock'>,
  tx: TransactionUnit,
  routeId: string,
): Promise<number> {
  // What serves no route is in no order.
  const earlier = routeId === houseRoute ? [] : await tx.transactions.effectsOf(routeId);
  return Math.max(clock.now(), ...earlier.map((one) => one.createdAtMs + 1));
}

async function commitWaiting(tx: TransactionUnit, effect: Effect): Promise<Effect> {
  const lane = await tx.transactions.lane(effect.chain, effect.account);
  if (lane?.stopped != null)
    throw new RelayError('LANE_STOPPED', { chain: effect.chain, reason: lane.stopped });
  await tx.transactions.insertEffect(effect);
  return effect;
}

/** A transaction of its own: nonce, bytes and effect in one. */
export async function commitSealed(
  ports: Pick<TransactionPorts, 'custody'>,
  tx: TransactionUnit,
  common: Omit<Effect, 'nonce' | 'batch'>,
  one: Prepared,
): Promise<{ readonly effect: Effect; readonly envelope: Envelope }> {
  const effect: Effect = {
    ...common,
    nonce: await tx.transactions.allotNonce(one.chain, one.account),
    batch: null,
  };
  // The next sweep stops the account; until then nothing is committed behind what the store does
  // not know.
  if ((one.accountNonce ?? 0) > effect.nonce)
    throw new RelayError('LANE_STOPPED', { chain: one.chain });
  // The authorization inside has a nonce of its own.
  if (one.tx.delegateTo !== undefined) await tx.transactions.allotNonce(one.chain, one.account);
  const envelope = ports.custody.seal(effect.id, one, effect.nonce, effect.createdAtMs);
  await tx.transactions.insertEffect(effect);
  await tx.transactions.insertEnvelope(envelope);
  return { effect, envelope };
}

/**
 * After the COMMIT: a remote signer signs and its signature is stored, then everything goes out in
 * nonce order, or with the next batch.
 */
export async function sendCommitted(
  ports: TransactionPorts,
  committed: readonly CommittedEffect[],
  signal: AbortSignal,
): Promise<void> {
  const own = committed.map(({ envelope }) => envelope).filter((envelope) => envelope !== null);
  for (const { effect, envelope } of committed)
    if (envelope === null) ports.batcher.nudge(effect.chain, effect.role);
  const signed = await Promise.all(own.map((envelope) => signedEnvelope(ports, envelope, signal)));
  await ports.sender.send(signed);
}

/**
 * The envelope with its bytes, signing and storing them first where a remote signer has not yet.
 */
export async function signedEnvelope(
  ports: TransactionPorts,
  envelope: Envelope,
  signal: AbortSignal,
): Promise<Envelope> {
  if (envelope.raw !== null) return envelope;
  const signed = await ports.custody.sign(envelope, signal);
  await ports.store.run('store-signature', (tx) => tx.transactions.setRaw(envelope.hash, signed));
  return signed;
}

/** What a fresh effect has of what was prepared. */
export function effectOf(
  one: Prepared,
  nowMs: number,
): Omit<Effect, 'id' | 'routeId' | 'step' | 'nonce' | 'batch'> {
  return {
    purpose: one.purpose,
    chain: one.chain,
    role: one.role,
    account: one.account,
    state: 'open',
    expects: one.expects,
    minedHash: null,
    minedBlock: null,
    reorgs: 0,
    isFinal: false,
    createdAtMs: nowMs,
  };
}
