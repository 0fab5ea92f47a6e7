import { type ChainRef, type Envelope, isRelayError } from '@interline/domain';
import { signedEnvelope } from '../money/commit-effects.ts';
import type { MoneyPorts } from '../money/money-ports.ts';

/**
 * At start, per chain: lanes opened or stopped, balances read, and everything committed but unfinished sent
 * again in nonce order.
 */
export async function recover(ports: MoneyPorts, signal: AbortSignal): Promise<{ readonly resent: number; readonly silent: readonly ChainRef[] }> {
  const silent: ChainRef[] = [];
  await Promise.all(ports.custody.chains.map(async (chain) => {
    try {
      await openLanes(ports, chain, signal);
    } catch (error) {
      silent.push(chain);
      ports.log.error('chain-not-opened', { chain, code: isRelayError(error) ? error.code : 'INTERNAL' });
    }
  }));
  await logGoneChains(ports);
  return { resent: await resendOpen(ports, 0, signal), silent };
}

/**
 * A chain that was taken out of the deployment is not watched: what is not final there is logged once, here.
 */
async function logGoneChains({ custody, reader, log }: MoneyPorts): Promise<void> {
  const gone = (await reader.watchedEffects()).filter(({ chain }) => !custody.chains.includes(chain));
  for (const [chain, effects] of Map.groupBy(gone, (one) => one.chain)) {
    log.warn('chain-gone', { chain, transactions: effects.length });
  }
}

/**
 * The store's nonce and the chain's must agree. A chain behind what we saw mined has lost blocks or is
 * another chain: the lane stops until an operator looks. A chain ahead means the key was used elsewhere: we
 * start after it.
 */
async function openLanes(ports: MoneyPorts, chain: ChainRef, signal: AbortSignal): Promise<void> {
  for (const role of ['spender', 'float'] as const) {
    const account = ports.custody.account(role);
    // Before the chain is asked: what another process sees mined meanwhile is no reason to stop.
    const lane = await ports.reader.lane(chain, account);
    const chainNonce = await ports.custody.accountNonce(chain, account, signal);
    await ports.work.run('open-lane', async (tx) => {
      await tx.openLane(chain, account, chainNonce);
      if (lane !== null && chainNonce <= lane.lastMined) {
        await tx.stopLane(chain, account, `the chain counts ${chainNonce} transactions of this account, the journal saw number ${lane.lastMined} mined`);
        ports.log.error('lane-stopped', { chain, role, chainNonce, lastMined: lane.lastMined });
      }
    });
  }
}

/**
 * Sends everything committed, unmined and at least that old again, in nonce order: no gap in a lane outlives
 * this.
 */
export async function resendOpen(ports: MoneyPorts, minAgeMs: number, signal: AbortSignal): Promise<number> {
  const before = ports.clock.now() - minAgeMs;
  const effects = (await ports.reader.openEffects())
    .filter((effect) => effect.createdAtMs <= before && ports.custody.chains.includes(effect.chain));
  const envelopes = await ports.reader.envelopesOf(effects.map((effect) => effect.id));
  const signed = await Promise.all(inNonceOrder(envelopes).map((one) => signedNow(ports, one, signal)));
  const ready = signed.filter((one) => one !== null);
  await ports.sender.send(ready);
  return ready.length;
}

/** Null where a remote signer does not sign now: it holds up no other lane. */
async function signedNow(ports: MoneyPorts, envelope: Envelope, signal: AbortSignal): Promise<Envelope | null> {
  return signedEnvelope(ports, envelope, signal).catch((error: unknown) => {
    ports.log.warn('envelope-unsigned', { chain: envelope.chain, nonce: envelope.nonce, code: isRelayError(error) ? error.code : 'INTERNAL' });
    return null;
  });
}

function inNonceOrder(envelopes: readonly Envelope[]): readonly Envelope[] {
  return [...envelopes].sort((a, b) => a.nonce - b.nonce || a.committedAtMs - b.committedAtMs);
}
