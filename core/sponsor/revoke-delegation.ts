import {
  type ChainRef,
  type EvmAddress,
  evmAddress,
  evmChainId,
  maxGasCost,
  noUnits,
  RelayError,
} from '@interline/kernel';
import type { PayerAuthorization } from '@interline/ports';
import { assertMayCommit, chainScope } from '../switches/index.ts';
import { commitTransactions, sendOrPostpone } from '../transactions/index.ts';
import { assertGood } from './check-authorization.ts';
import { bundleOwner, nonceTaken } from './commit-bundle.ts';
import { countRevocation } from './losses.ts';
import type { SponsorPorts } from './ports.ts';
import { assertServed, notAccepted, type ToAuthorize } from './prepare-call.ts';
import { type ShownCall, showCall } from './read-call.ts';
import { nonceKeyOf, type SponsoredCall } from './sponsored-call.ts';

export interface RevocationRequest {
  readonly chain: ChainRef;
  readonly account: EvmAddress;
  /** Null to ask what to sign. */
  readonly authorization: PayerAuthorization | null;
  readonly client: string;
}

export type Revocation =
  | { readonly kind: 'to-sign'; readonly authorization: ToAuthorize }
  | { readonly kind: 'sent'; readonly shown: ShownCall };

/** The zero address: authorizing it undelegates the account (EIP-7702). */
const nobody = evmAddress(`0x${'00'.repeat(20)}`);

/**
 * Takes the delegate's code off an account that had calls sponsored here, at our cost, once a day. Throws
 * `CHAIN_NOT_7702`, `WRONG_STATE`, `AUTHORIZATION_INVALID`, `DELEGATE_NOT_ALLOWED`, `NONCE_TAKEN`,
 * `SPONSOR_QUOTA`, `BUDGET_SPENT`, `PAUSED`, `GAS_EXHAUSTED`, `ACCOUNT_STOPPED`, `CHAIN_UNREACHABLE`,
 * `STORE_DOWN`.
 */
export type RevokeDelegation = (
  request: RevocationRequest,
  signal: AbortSignal,
) => Promise<Revocation>;

export function revokeDelegation(ports: SponsorPorts): RevokeDelegation {
  const { sponsored, store } = ports;
  return async ({ chain, account, authorization, client }, signal) => {
    await assertServed(sponsored, chain, signal);
    const standing = await sponsored.accountAt(chain, account, 0n, signal);
    const chainId = evmChainId(chain);
    if (authorization !== null) {
      const key = nonceKeyOf(revocationOf(chain, account, authorization.nonce));
      const known = await store.reads.sponsor.sponsoredCallOfKey(key);
      if (known !== null) return { kind: 'sent', shown: await showCall(ports, known) };
    }
    if (standing.code !== 'delegated')
      throw refused('the account is not delegated by this service');
    if (!(await store.reads.sponsor.wasSponsored(chain, account)))
      throw refused('no calls of the account were sponsored here; send the authorization yourself');
    if (authorization === null) {
      const { nonce } = standing;
      return { kind: 'to-sign', authorization: { chainId: chainId ?? 0, address: nobody, nonce } };
    }
    if (authorization.address !== nobody)
      throw new RelayError(
        'DELEGATE_NOT_ALLOWED',
        {},
        'a revocation names the zero address as its delegate',
      );
    assertGood(sponsored, authorization, { chainId, account, standing });
    return {
      kind: 'sent',
      shown: await send(ports, { chain, account, authorization, client }, signal),
    };
  };
}

async function send(
  ports: SponsorPorts,
  request: RevocationRequest & { readonly authorization: PayerAuthorization },
  signal: AbortSignal,
): Promise<ShownCall> {
  const { store, transactions: keys, entropy, clock } = ports;
  const { chain, account, authorization, client } = request;
  const prepared = await ports.sponsored.prepareRevocation(chain, authorization, signal);
  const bundleId = `sb_${entropy.hex(12)}`;
  const nowMs = clock.now();
  const asked = revocationOf(chain, account, authorization.nonce);
  const call: SponsoredCall = {
    ...asked,
    id: `sp_${entropy.hex(16)}`,
    hash: '',
    client,
    createdAtMs: nowMs,
    expiresAtMs: nowMs,
    callData: '0x',
    callGas: 0n,
    delegates: false,
    fee: { token: nobody, units: noUnits },
    ...notAccepted,
    bundleId,
    acceptedAtMs: nowMs,
    takenKey: nonceKeyOf(asked),
  };
  const committed = await store.run('send-revocation', async (tx) => {
    await assertMayCommit(tx, ['service', chainScope(chain)]);
    if ((await tx.sponsor.sponsoredCallOfKey(nonceKeyOf(asked))) !== null) throw nonceTaken();
    await countRevocation(ports, tx, request, prepared.nextBlockCost ?? maxGasCost(prepared.tx));
    await tx.sponsor.insertSponsoredCall(call);
    return commitTransactions(keys, tx, bundleOwner(bundleId), 0, [prepared]);
  });
  await sendOrPostpone(keys, committed, ports.lifetime);
  return showCall(ports, call);
}

function revocationOf(chain: ChainRef, account: EvmAddress, nonce: number) {
  return { kind: 'revocation' as const, chain, account, nonce: BigInt(nonce) };
}

function refused(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'account' }, reason);
}
