import { type Effect, type Envelope, maxCostWei, nativeAddress, asUnits, freeUnits, RelayError, type Book } from '@interline/domain';
import type { JournalWriter, Prepared } from '@interline/ports';
import type { MoneyPorts } from './money-ports.ts';

export interface CommittedEffect {
  readonly effect: Effect;
  readonly envelope: Envelope;
}

/**
 * Within the caller's unit: allots the nonces, seals and stores the transactions, and sets their gas aside.
 * Throws `LANE_STOPPED` or `GAS_EXHAUSTED`, which undoes the unit.
 */
export async function commitEffects(ports: MoneyPorts, tx: JournalWriter, routeId: string, step: number, prepared: readonly Prepared[]): Promise<readonly CommittedEffect[]> {
  const committed: CommittedEffect[] = [];
  for (const one of prepared) {
    await reserveGas(ports, tx, routeId, one);
    const nonce = await tx.allotNonce(one.chain, one.account);
    const effect = effectOf(ports, routeId, step, one, nonce);
    const envelope = ports.custody.seal(effect.id, one, nonce, effect.createdAtMs);
    await tx.insertEffect(effect);
    await tx.insertEnvelope(envelope);
    await tx.insertReservation(gasClaim(routeId, effect, one));
    committed.push({ effect, envelope });
  }
  return committed;
}

/** After the COMMIT: a remote signer signs and its signature is stored, then everything goes out in nonce order. */
export async function sendCommitted(ports: MoneyPorts, committed: readonly CommittedEffect[], signal: AbortSignal): Promise<void> {
  const signed = await Promise.all(committed.map(({ envelope }) => signedEnvelope(ports, envelope, signal)));
  await ports.sender.send(signed);
}

/** The envelope with its bytes, signing and storing them first where a remote signer has not yet. */
export async function signedEnvelope(ports: MoneyPorts, envelope: Envelope, signal: AbortSignal): Promise<Envelope> {
  if (envelope.raw !== null) return envelope;
  const signed = await ports.custody.sign(envelope, signal);
  await ports.work.run('store-signature', (tx) => tx.setRaw(envelope.hash, signed));
  return signed;
}

/** Id of the claim on the account's coin that covers an effect's gas. */
export function gasClaimId(effectId: string): string {
  return `gas_${effectId}`;
}

function gasBook(one: Pick<Prepared, 'chain' | 'account'>): Book {
  return { chain: one.chain, account: one.account, token: nativeAddress };
}

async function reserveGas(ports: MoneyPorts, tx: JournalWriter, routeId: string, one: Prepared): Promise<void> {
  const book = gasBook(one);
  const reading = await tx.balance(book);
  const free = reading === null ? 0n : freeUnits(reading, await tx.taken(book));
  if (free < maxCostWei(one.tx)) {
    ports.log.warn('gas-low', { chain: one.chain, role: one.role, routeId });
    throw new RelayError('GAS_EXHAUSTED', { chain: one.chain });
  }
}

function gasClaim(routeId: string, effect: Effect, one: Prepared) {
  return {
    id: gasClaimId(effect.id), routeId, book: gasBook(one), kind: 'claim' as const,
    units: asUnits(maxCostWei(one.tx)), state: 'open' as const, countsFromBlock: 0, settledBlock: null,
  };
}

function effectOf(ports: MoneyPorts, routeId: string, step: number, one: Prepared, nonce: number): Effect {
  return {
    id: `ef_${ports.entropy.hex(12)}`, routeId, step, purpose: one.purpose, chain: one.chain, role: one.role, account: one.account,
    nonce, state: 'open', expects: one.expects, minedHash: null, minedBlock: null, isFinal: false, createdAtMs: ports.clock.now(),
  };
}
