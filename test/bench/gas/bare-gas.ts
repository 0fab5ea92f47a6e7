import { Interface, randomBytes, hexlify } from 'ethers';
import { type EvmAddress, permit2Address, type TypedData } from '@interline/kernel';
import { type BenchChain, nonceAt } from '../scene/bench-chain.ts';
import type { BenchKey } from '../scene/bench-key.ts';
import { endow, fundedPayers } from '../scene/bench-payers.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import { permitDeadlineOn, signedPermit } from '../scene/signed-permit.ts';
import { pullCall, transferCall } from '../settle/presigned-floor.ts';
import { routeUnits } from '../settle/presigned-routes.ts';
import { gasOfSent, type GasSeen } from './gas-of.ts';
import type { GasRow } from './gas-row.ts';

const eip3009 = new Interface([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
]);
const heldUnits = 100n * routeUnits;
const gasLimit = 300_000n;

/** What stands beside ours, with no service in sight. Every recipient holds a balance before. */
export async function bareGas({ source, own }: BenchScene): Promise<readonly GasRow[]> {
  const [payer] = await fundedPayers(source, 1, heldUnits);
  if (payer === undefined) throw new Error('no payer was made');
  const { spender, float } = own;
  await endow(source, payer.address);

  const pull = async (): Promise<GasSeen> => {
    const permit = signedPermit(source, payer.key, {
      spender: spender.address,
      units: routeUnits,
      nonce: payer.nextSlot(),
      deadline: await permitDeadlineOn(source),
    });
    return send(source, spender, permit2Address, pullCall(permit, float.address));
  };
  return [
    {
      key: 'transfer',
      what: 'ERC-20 transfer',
      sentBy: 'owner',
      seen: await send(source, payer.key, source.usdc, transferCall(float.address, routeUnits)),
    },
    {
      key: 'bare-first',
      what: 'Permit2 pull, fresh nonce word',
      sentBy: 'bare account',
      seen: await pull(),
    },
    {
      key: 'bare-second',
      what: 'Permit2 pull, used nonce word',
      sentBy: 'bare account',
      seen: await pull(),
    },
    {
      key: 'eip3009',
      what: 'EIP-3009 transferWithAuthorization',
      sentBy: 'bare account',
      seen: await send(
        source,
        spender,
        source.usdc,
        await authorized(source, payer.key, float.address),
      ),
    },
  ];
}

async function send(
  chain: BenchChain,
  from: BenchKey,
  to: EvmAddress,
  data: string,
): Promise<GasSeen> {
  return gasOfSent(
    chain,
    from.signTx({
      chainId: chain.chainId,
      nonce: await nonceAt(chain, from.address),
      to,
      data,
      gasLimit,
    }),
  );
}

async function authorized(chain: BenchChain, from: BenchKey, to: EvmAddress): Promise<string> {
  const message = {
    from: from.address,
    to,
    value: routeUnits.toString(),
    validAfter: '0',
    validBefore: (await permitDeadlineOn(chain)).toString(),
    nonce: hexlify(randomBytes(32)),
  };
  const signature = from.signTyped(authorization(chain, message));
  const { value, validAfter, validBefore, nonce } = message;
  return eip3009.encodeFunctionData('transferWithAuthorization', [
    from.address,
    to,
    value,
    validAfter,
    validBefore,
    nonce,
    Number(`0x${signature.slice(130)}`),
    signature.slice(0, 66),
    `0x${signature.slice(66, 130)}`,
  ]);
}

function authorization({ chainId, usdc }: BenchChain, message: TypedData['message']): TypedData {
  return {
    domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: usdc },
    primaryType: 'TransferWithAuthorization',
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
    message,
  };
}
