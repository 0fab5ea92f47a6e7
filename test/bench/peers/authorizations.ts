import { createHash } from 'node:crypto';
import type { EvmAddress, TypedData } from '@interline/kernel';
import type { BenchScene } from '../scene/bench-scene.ts';
import { permitDeadlineOn } from '../scene/signed-permit.ts';
import { inTurn, routeUnits } from '../settle/presigned-routes.ts';

let signed = 0;

/**
 * Bodies of x402's settle that only have to be posted: the same payers and the same amount as a route, by EIP-3009 on
 * the source chain alone.
 */
export async function presignedAuthorizations(
  { source, payers }: BenchScene,
  payTo: EvmAddress,
  count: number,
): Promise<readonly string[]> {
  const validBefore = await permitDeadlineOn(source);
  const requirements = {
    scheme: 'exact',
    network: `eip155:${source.chainId}`,
    asset: source.usdc,
    amount: routeUnits.toString(),
    payTo,
    maxTimeoutSeconds: 3_600,
    extra: { name: usdcDomain.name, version: usdcDomain.version },
  };
  return inTurn(payers, count).map(({ key, address }) => {
    const authorization = {
      from: address,
      to: payTo,
      value: routeUnits.toString(),
      validAfter: '0',
      validBefore: validBefore.toString(),
      nonce: nextNonce(),
    };
    const signature = key.signTyped(
      authorizationTypedData(source.chainId, source.usdc, authorization),
    );
    return JSON.stringify({
      x402Version: 2,
      paymentPayload: {
        x402Version: 2,
        accepted: requirements,
        payload: { signature, authorization },
      },
      paymentRequirements: requirements,
    });
  });
}

/** As the devnet's USDC, and the real one on most chains. */
const usdcDomain = { name: 'USD Coin', version: '2' } as const;

function authorizationTypedData(
  chainId: number,
  verifyingContract: EvmAddress,
  message: Readonly<Record<string, string>>,
): TypedData {
  return {
    domain: { ...usdcDomain, chainId, verifyingContract },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message,
  };
}

/** Never twice, and the same in each run. */
function nextNonce(): string {
  signed += 1;
  return `0x${createHash('sha256').update(`interline bench ${signed}`).digest('hex')}`;
}
