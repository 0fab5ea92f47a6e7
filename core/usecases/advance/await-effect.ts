import { confirmationsFor, type Effect, type Envelope, finalityOf } from '@interline/domain';
import type { Sighting } from '../money/chain-watch.ts';
import type { MoneyPorts } from '../money/money-ports.ts';
import { sendCommitted, signedEnvelope } from '../money/commit-effects.ts';
import { type Verdict, verdictOf } from '../money/verdict-of.ts';

export interface AwaitedEffect {
  readonly verdict: Verdict;
  readonly sighting: Sighting | null;
}

export interface AwaitOptions {
  /** What a pull is worth, for the depth it needs before money of ours leaves (null: unknown, which counts as much); left out for what we send, whose reorg is ours to mend. */
  readonly pulledUsd?: number | null;
  readonly patienceMs: number;
}

/** Watches a committed effect until something is proven or patience ends; then sends it again, dearer when it is stuck. */
export async function awaitEffect(ports: MoneyPorts, effect: Effect, options: AwaitOptions, signal: AbortSignal): Promise<AwaitedEffect> {
  const row = finalityOf(ports.policy.finality, effect.chain);
  const proof = { success: options.pulledUsd === undefined ? 1 : confirmationsFor(row, options.pulledUsd), void: row.confirmations };
  const deadline = ports.clock.now() + options.patienceMs;
  let sighting: Sighting | null = null;
  for (let left = options.patienceMs; left >= 0; left = deadline - ports.clock.now()) {
    const envelopes = await ports.reader.envelopesOf([effect.id]);
    const patience = Math.min(left, ports.policy.rebroadcastAfterMs);
    sighting = await ports.watch.until(effect, envelopes.map((one) => one.hash), (one) => verdictOf(one, proof) !== 'pending', patience);
    const verdict = sighting === null ? 'pending' : verdictOf(sighting, proof);
    if (verdict !== 'pending') return { verdict, sighting };
    if (sighting?.mined == null && patience > 0) await sendAgain(ports, effect, signal);
    if (signal.aborted || left === 0) break;
  }
  return { verdict: 'pending', sighting };
}

/** Identical bytes are always safe to repeat. A fee bump is committed before it is sent. */
export async function sendAgain(ports: MoneyPorts, effect: Effect, signal: AbortSignal): Promise<void> {
  const envelopes = await ports.reader.envelopesOf([effect.id]);
  const last = envelopes.at(-1);
  if (last === undefined) return;
  const isStuck = ports.clock.now() - last.committedAtMs >= ports.policy.bumpAfterMs;
  if (isStuck && envelopes.length <= ports.policy.maxBumps) {
    const replacement = await replace(ports, effect, last.hash, signal);
    if (replacement) return;
  }
  const waiting = [...await precedingEnvelopes(ports, effect), ...envelopes];
  await ports.sender.send(await Promise.all(waiting.map((one) => signedEnvelope(ports, one, signal))));
}

/** What the same account sends for the same route before it: a lost neighbour leaves a gap that nothing behind it can pass. */
async function precedingEnvelopes(ports: MoneyPorts, effect: Effect): Promise<readonly Envelope[]> {
  const preceding = (await ports.reader.effectsOf(effect.routeId))
    .filter((one) => one.state === 'open' && one.chain === effect.chain && one.account === effect.account && one.nonce < effect.nonce);
  return ports.reader.envelopesOf(preceding.map((one) => one.id));
}

async function replace(ports: MoneyPorts, effect: Effect, lastHash: string, signal: AbortSignal): Promise<boolean> {
  const envelopes = await ports.reader.envelopesOf([effect.id]);
  const last = envelopes.find((one) => one.hash === lastHash);
  const tx = last === undefined ? null : await ports.custody.bump(last, signal).catch(() => null);
  if (last === undefined || tx === null) return false;
  const prepared = { purpose: effect.purpose, chain: effect.chain, role: effect.role, account: effect.account, tx, expects: effect.expects, block: 0 };
  const envelope = ports.custody.seal(effect.id, prepared, effect.nonce, ports.clock.now());
  const isNew = await ports.work.run('commit-replacement', async (unit) => {
    const stored = await unit.envelopesOf([effect.id]);
    // Another worker may have bumped it meanwhile; one replacement at a time.
    if (stored.at(-1)?.hash !== lastHash) return false;
    await unit.insertEnvelope(envelope);
    return true;
  });
  if (isNew) await sendCommitted(ports, [{ effect, envelope }], signal);
  return isNew;
}
