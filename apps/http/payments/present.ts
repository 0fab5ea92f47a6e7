import {
  type Demand,
  type FundedPayment,
  methodOf,
  type ServedChain,
  type Settled,
  type ShownSettlement,
  type Verdict,
} from '@interline/core/payments';
import type * as z from 'zod';
import { checksummed, presentAddress } from '../server/present/present-address.ts';
import { presentAgentAnswer } from '../transfer/agent/present.ts';
import type {
  fundAnswer,
  paymentAnswer,
  settleAnswer,
  supportedAnswer,
  verifyAnswer,
} from './schemas.ts';

export function presentSupported(served: readonly ServedChain[]): z.input<typeof supportedAnswer> {
  return {
    kinds: served.map(({ chain, assets }) => ({
      x402Version: 2 as const,
      scheme: 'exact' as const,
      network: chain,
      extra: {
        assetTransferMethod: assets.some(({ methods }) => methods.includes('eip3009'))
          ? ('eip3009' as const)
          : ('permit2' as const),
        assetTransferMethods: [...new Set(assets.flatMap((asset) => asset.methods))],
        assets: assets.map(({ address, symbol, decimals, methods, domain }) => ({
          asset: presentAddress(chain, address),
          symbol,
          decimals,
          assetTransferMethods: [...methods],
          ...domain,
        })),
      },
    })),
    extensions: ['payment-identifier'],
    signers: {
      'eip155:*': [...new Set(served.map(({ chain, signer }) => presentAddress(chain, signer)))],
    },
  };
}

export function presentVerdict({
  isValid,
  reason,
  why,
  payer,
}: Verdict): z.input<typeof verifyAnswer> {
  return {
    isValid,
    ...(reason === null ? {} : { invalidReason: reason }),
    ...(why === null ? {} : { invalidMessage: why }),
    ...(payer === null ? {} : { payer: checksummed(payer) }),
  };
}

export function presentSettled(
  { isSuccess, reason, why, txHash, payer, settlement }: Settled,
  { network, amount }: Demand,
): z.input<typeof settleAnswer> {
  return {
    success: isSuccess,
    transaction: txHash ?? '',
    network,
    ...(payer === null ? {} : { payer: checksummed(payer) }),
    ...(isSuccess ? { amount } : {}),
    ...(reason === null ? {} : { errorReason: reason }),
    ...(why === null ? {} : { errorMessage: why }),
    ...(settlement === null ? {} : { extra: { id: settlement.id } }),
  };
}

export function presentFunded(
  { demand, request, order }: FundedPayment,
  isOptIn: (engine: string) => boolean,
): z.input<typeof fundAnswer> {
  const { scheme, network, asset, payTo, amount } = demand;
  const choices = { slippage: undefined, excludeRails: undefined, isOptIn };
  return {
    accepted: { scheme, network, asset, payTo, amount },
    ...presentAgentAnswer(order, request, choices),
  };
}

export function presentPayment({
  settlement,
  status,
  txHash,
}: ShownSettlement): z.input<typeof paymentAnswer> {
  const { id, chain, token, payer, payTo, units, sentAs, outcome, acceptedAtMs } = settlement;
  return {
    id,
    status,
    network: chain,
    asset: presentAddress(chain, token),
    payer: presentAddress(chain, payer),
    payTo: presentAddress(chain, payTo),
    amount: units.toString(),
    assetTransferMethod: methodOf(settlement),
    transaction: txHash,
    isOurs: sentAs !== null,
    errorReason: status === 'FAILED' ? (outcome?.reason ?? null) : null,
    createdAt: acceptedAtMs,
  };
}
