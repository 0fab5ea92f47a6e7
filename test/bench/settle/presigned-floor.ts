import { Interface } from 'ethers';
import { type EvmAddress, permit2Address, type SignedPermit } from '@interline/kernel';
import { nonceAt } from '../scene/bench-chain.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import { permitDeadlineOn, signedPermit } from '../scene/signed-permit.ts';
import { inTurn, routeUnits } from './presigned-routes.ts';

/** The two transactions of a route, signed. */
export interface FloorRoute {
  readonly pull: string;
  readonly payout: string;
}

const permit2 = new Interface([
  'function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)',
]);
const erc20 = new Interface(['function transfer(address to, uint256 units)']);
const gasLimit = 150_000n;

/**
 * What the service would send for as many routes of the same payers, from accounts of the
 * benchmark's own.
 */
export async function presignedFloor(
  { source, destination, payers, own: { spender, float } }: BenchScene,
  count: number,
): Promise<readonly FloorRoute[]> {
  const deadline = await permitDeadlineOn(source);
  const [firstPull, firstPayout] = await Promise.all([
    nonceAt(source, spender.address),
    nonceAt(destination, float.address),
  ]);
  return inTurn(payers, count).map(({ key, address, nextSlot }, at) => {
    const permit = signedPermit(source, key, {
      spender: spender.address,
      units: routeUnits,
      nonce: nextSlot(),
      deadline,
    });
    return {
      pull: spender.signTx({
        chainId: source.chainId,
        nonce: firstPull + at,
        to: permit2Address,
        data: pullCall(permit, float.address),
        gasLimit,
      }),
      payout: float.signTx({
        chainId: destination.chainId,
        nonce: firstPayout + at,
        to: destination.usdc,
        data: transferCall(address, routeUnits),
        gasLimit,
      }),
    };
  });
}

export function pullCall(
  { token, units, nonce, deadline, owner, signature }: SignedPermit,
  to: EvmAddress,
): string {
  return permit2.encodeFunctionData('permitTransferFrom', [
    [[token, units], nonce, deadline],
    [to, units],
    owner,
    signature,
  ]);
}

export function transferCall(to: EvmAddress, units: bigint): string {
  return erc20.encodeFunctionData('transfer', [to, units]);
}
