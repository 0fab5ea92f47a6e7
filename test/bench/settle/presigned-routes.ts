import { asAmount, type EvmAddress, feeOf, standardFeeBps } from '@interline/kernel';
import type { BenchPayer } from '../scene/bench-payers.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import { permitDeadlineOn, signedPermit } from '../scene/signed-permit.ts';

/** A transfer that only has to be posted. */
export interface PresignedRoute {
  readonly body: string;
  readonly recipient: EvmAddress;
}

export const routeUnits = 5_000_000n;

/**
 * Signed before anything is timed. Payers take turns, and each is paid out to its own address on
 * the other chain.
 */
export async function presignedRoutes(
  { source, destination, service, payers }: BenchScene,
  count: number,
): Promise<readonly PresignedRoute[]> {
  const deadline = await permitDeadlineOn(source);
  const minOut = routeUnits - feeOf(asAmount(routeUnits), standardFeeBps);
  return inTurn(payers, count).map(({ key, address, nextSlot }) => {
    const { nonce, signature } = signedPermit(source, key, {
      spender: service.spender,
      units: routeUnits,
      nonce: nextSlot(),
      deadline,
    });
    const amount = routeUnits.toString();
    const body = JSON.stringify({
      fromChain: source.chainId,
      toChain: destination.chainId,
      token: 'USDC',
      amount,
      fromAddress: address,
      toAddress: address,
      mode: 'permit2',
      live: true,
      minOut: minOut.toString(),
      permit2: {
        owner: address,
        permitted: { token: source.usdc, amount },
        nonce: nonce.toString(),
        deadline: deadline.toString(),
        signature,
      },
    });
    return { body, recipient: address };
  });
}

export function inTurn(payers: readonly BenchPayer[], count: number): readonly BenchPayer[] {
  return Array.from({ length: count }, (_, at) => payers[at % payers.length]).filter(
    (payer) => payer !== undefined,
  );
}
