import { x402Client } from '@x402/core/client';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { randomBytes } from 'node:crypto';
import { concat, encodeAbiParameters, getCreate2Address, type Hex, keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Harness } from '../support/harness.ts';
import { chainId, usdcOf } from './payments-scene.ts';
import { sendMined } from './permit2-scene.ts';

/** Deploys whatever it is sent, by CREATE2: the factory of these wallets. */
const factory: Hex = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const noSalt: Hex = `0x${'00'.repeat(32)}`;

type Scene = Pick<Harness, 'devnet'>;

/** A wallet with code, and dollars, whose payments the client of x402 makes. */
export async function twoOwners(
  harness: Scene,
  { signers = 2, isDeployed = true, isWrapped = false } = {},
) {
  // Loaded here, because the compiler takes a third of a second.
  const { compileContract } = await import('../contracts/compile-contract.ts');
  const [artifact] = compileContract('test/payments/TwoOwners.sol');
  const owners = [1, 2].map(() => privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`));
  const arguments_ = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }],
    owners.map(({ address }) => address) as [Hex, Hex], // CAST: two.
  );
  const initCode = concat([artifact?.bytecode as Hex, arguments_]); // CAST: the compiler writes hex.
  const address = getCreate2Address({
    ...{ from: factory, salt: noSalt, bytecodeHash: keccak256(initCode) },
  });
  const factoryCall = concat([noSalt, initCode]);
  const deploy = () => sendMined(harness, { to: factory, data: factoryCall, gas: '0x200000' });
  if (isDeployed) await deploy();
  await harness.devnet.faucet({
    ...{ chainId, token: usdcOf(harness), to: address, amount: 5_000_000n },
  });
  const pay = payerOf(address, async (typed) => {
    const signed = await Promise.all(
      owners.slice(0, signers).map((owner) => owner.signTypedData(typed as never)), // CAST: as the scheme gives it.
    );
    const signature = concat(signed);
    return isWrapped ? wrapped(factoryCall, signature) : signature;
  });
  return { address, deploy, pay };
}

/** What the owner of that account pays with the client of x402. */
export function payerOf(
  address: Hex,
  signTypedData: (typed: Record<string, unknown>) => Promise<Hex>,
): (demand: PaymentRequirements) => Promise<PaymentPayload> {
  const client = new x402Client()
    .register('eip155:*', new ExactEvmScheme({ address, signTypedData }))
    .setSpendControls(false);
  return async (demand) =>
    client.createPaymentPayload({
      x402Version: 2,
      resource: { url: 'https://seller.example/weather' },
      accepts: [demand],
    });
}

/** ERC-6492: how the wallet is deployed, around what it takes then. */
function wrapped(factoryCall: Hex, signature: Hex): Hex {
  const words = encodeAbiParameters(
    [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
    [factory, factoryCall, signature],
  );
  return concat([words, `0x${'6492'.repeat(16)}`]);
}
