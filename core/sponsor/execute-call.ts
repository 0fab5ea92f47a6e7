import { type Hex, RelayError } from '@interline/kernel';
import type { PayerAuthorization } from '@interline/ports';
import type { Bundler } from './bundler.ts';
import { authorizationFor, invalid } from './check-authorization.ts';
import { nonceTaken } from './commit-bundle.ts';
import { assertMayLose } from './losses.ts';
import type { SponsorPorts } from './ports.ts';
import { type ShownCall, showCall, unknownCall } from './read-call.ts';
import { nonceKeyOf, type SponsoredCall } from './sponsored-call.ts';

export interface SignedCall {
  readonly id: string;
  /** 65 bytes. */
  readonly signature: Hex;
  readonly authorization: PayerAuthorization | null;
}

/**
 * Commits what a payer signed, and sends it at our cost. If it is sent again, the answer is its present
 * state. Throws `UNKNOWN_RECORD`, `PREPARE_EXPIRED`, `NONCE_TAKEN`, `AUTHORIZATION_INVALID`,
 * `DELEGATE_NOT_ALLOWED`, `SPONSOR_QUOTA`, `BUDGET_SPENT`, `FEE_TOO_LOW`, `SIMULATION_FAILED`,
 * `RATE_LIMITED`, `PAUSED`, `GAS_EXHAUSTED`, `ACCOUNT_STOPPED`, `CHAIN_UNREACHABLE`, `STORE_DOWN`.
 */
export type ExecuteCall = (signed: SignedCall, signal: AbortSignal) => Promise<ShownCall>;

export function executeCall(ports: SponsorPorts, bundler: Bundler): ExecuteCall {
  const { store, sponsored, clock } = ports;
  return async ({ id, signature, authorization }, signal) => {
    const call = await store.reads.sponsor.sponsoredCall(id);
    if (call?.kind !== 'calls') throw unknownCall();
    const known = await knownOf(ports, call);
    if (known !== null) return showCall(ports, known);
    if (clock.now() >= call.expiresAtMs) throw new RelayError('PREPARE_EXPIRED');
    if (!sponsored.isSigned(call, signature))
      throw invalid("the operation is not signed by the account's own key, with a low s");
    await assertMayLose(ports, store.reads, call);
    const standing = await sponsored.accountAt(call.chain, call.account, call.nonce >> 64n, signal);
    const needed = authorizationFor(ports, call, authorization, standing);
    await bundler.submit({ call, signed: { signature, authorization: needed } });
    return showCall(ports, (await store.reads.sponsor.sponsoredCall(id)) ?? call);
  };
}

/**
 * The call that has taken its nonce, if that is the same one; throws `NONCE_TAKEN` if it is another.
 */
async function knownOf(
  { store }: SponsorPorts,
  call: SponsoredCall,
): Promise<SponsoredCall | null> {
  if (call.bundleId !== null) return call;
  const taken = await store.reads.sponsor.sponsoredCallOfKey(nonceKeyOf(call));
  if (taken === null) return null;
  if (taken.hash !== call.hash) throw nonceTaken();
  return taken;
}
