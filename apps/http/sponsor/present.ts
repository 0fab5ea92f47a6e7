import type { PreparedCall, Revocation, ShownCall, ToAuthorize } from '@interline/core/sponsor';
import {
  type ChainRef,
  chainToWire,
  type EvmAddress,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type * as z from 'zod';
import { presentAddress } from '../server/present/present-address.ts';
import { presentTypedData } from '../transfer/agent/present.ts';
import type { preparedAnswer, revokeAnswer, sponsoredCallAnswer } from './schemas.ts';

export function presentPrepared({
  call,
  token,
  typedData,
  authorization,
  changes,
}: PreparedCall): z.input<typeof preparedAnswer> {
  return {
    id: call.id,
    expiresAt: call.expiresAtMs,
    fee: presentFee(token, call.fee.units),
    delegated: authorization === null,
    ...(authorization === null ? {} : { authorization: presentToAuthorize(call, authorization) }),
    userOpHash: call.hash,
    eip712: presentTypedData(typedData),
    simulation: {
      ok: true,
      balanceChanges: changes.map(({ token: address, units }) => ({
        token: presentAddress(call.chain, address),
        amount: units.toString(),
      })),
    },
  };
}

export function presentCall({
  call,
  status,
  token,
  tx,
}: ShownCall): z.input<typeof sponsoredCallAnswer> {
  // What a reorg has taken is not how it ends.
  const outcome = status === 'ACCEPTED' ? null : call.outcome;
  return {
    id: call.id,
    kind: call.kind,
    chainId: chainToWire(call.chain),
    account: presentAddress(call.chain, call.account),
    status,
    txHash: tx,
    userOpHash: call.hash === '' ? null : call.hash,
    fee: token === null ? null : presentFee(token, call.fee.units),
    gasUsed: outcome === null ? null : outcome.gasUsed.toString(),
    innerError: outcome?.innerError ?? null,
    createdAt: call.createdAtMs,
  };
}

export function presentRevocation(
  revocation: Revocation,
  asked: { readonly chain: ChainRef; readonly account: EvmAddress },
): z.input<typeof revokeAnswer> {
  const of = {
    chainId: chainToWire(asked.chain),
    account: presentAddress(asked.chain, asked.account),
  };
  return revocation.kind === 'sent'
    ? { ...of, call: presentCall(revocation.shown) }
    : { ...of, authorization: presentToAuthorize(asked, revocation.authorization) };
}

function presentToAuthorize(
  { chain }: Pick<PreparedCall['call'], 'chain'>,
  { chainId, address, nonce }: ToAuthorize,
) {
  return { chainId, address: presentAddress(chain, address), nonce };
}

function presentFee({ chain, address, symbol }: TokenRef, units: Units) {
  return { token: presentAddress(chain, address), symbol, amount: units.toString() };
}
