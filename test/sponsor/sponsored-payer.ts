import { createClient, type PreparedSponsoredCall } from '@interline/client';
import { randomBytes } from 'node:crypto';
import {
  createClient as createViemClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
} from 'viem';
import { toSimple7702SmartAccount } from 'viem/account-abstraction';
import { privateKeyToAccount } from 'viem/accounts';
import type { Harness } from '../support/harness.ts';

export const chainId = 8453;

export interface WantedCall {
  readonly to: Hex;
  readonly value?: string;
  readonly data?: Hex;
}

/** An EIP-7702 authorization as it is sent. */
export interface SignedAuthorization {
  readonly chainId: number;
  readonly address: Hex;
  readonly nonce: number;
  readonly yParity: 0 | 1;
  readonly r: Hex;
  readonly s: Hex;
}

/**
 * A wallet with no coin, on Base of the devnet, whose signer is viem's: it makes the operation by itself
 * out of the calls, the fee and the gas that were answered, and signs that and nothing else.
 */
export async function sponsoredPayer(harness: Pick<Harness, 'url' | 'devnet'>) {
  const chain = harness.devnet.chains.find((one) => one.chainId === chainId);
  if (chain === undefined) throw new Error('the devnet does not run Base');
  const key: Hex = `0x${randomBytes(32).toString('hex')}`;
  const owner = privateKeyToAccount(key);
  const transport = http(chain.rpcUrl);
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const rpcUrls = { default: { http: [chain.rpcUrl] } };
  const client = createViemClient({
    transport,
    chain: { id: chainId, name: 'Base', nativeCurrency, rpcUrls },
  });
  const account = await toSimple7702SmartAccount({ client, owner });
  const api = createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  const { relayer } = await api.call('GET /api/gasless/info', {
    query: { chainId: String(chainId) },
  });
  const usdc = addressOf(chain.tokens.find(({ symbol }) => symbol === 'USDC')?.address);

  const prepare = (
    calls: readonly WantedCall[],
    more: { allowApprove?: boolean; nonceKey?: string } = {},
  ) =>
    api.call('POST /api/sponsor/prepare', {
      body: { chainId, account: owner.address, calls, feeToken: 'USDC', ...more },
    });

  const signOperation = async (
    { fee, delegated, eip712 }: PreparedSponsoredCall,
    calls: readonly WantedCall[],
  ): Promise<Hex> => {
    const { nonce, accountGasLimits } = eip712.message;
    const [verification, callGas] = halvesOf(String(accountGasLimits));
    const feeCall = {
      to: addressOf(fee.token),
      data: transferCall(addressOf(relayer), BigInt(fee.amount)),
    };
    const wanted = calls.map(({ to, value = '0', data = '0x' }) => ({
      to,
      value: BigInt(value),
      data,
    }));
    return account.signUserOperation({
      chainId,
      sender: owner.address,
      nonce: BigInt(String(nonce)),
      callData: await account.encodeCalls([feeCall, ...wanted]),
      callGasLimit: callGas,
      verificationGasLimit: verification,
      preVerificationGas: 0n,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
      signature: '0x',
      ...(delegated
        ? {}
        : {
            factory: '0x7702' as const,
            factoryData: '0x' as const,
            authorization: {
              ...account.authorization,
              chainId,
              nonce: 0,
              r: '0x',
              s: '0x',
              yParity: 0,
            },
          }),
    });
  };

  const authorize = async (
    to: { readonly chainId: number; readonly address: string; readonly nonce: number },
    by = owner,
  ): Promise<SignedAuthorization> => {
    const { chainId: on, nonce } = to;
    const address = addressOf(to.address);
    const { r, s, yParity } = await by.signAuthorization({ chainId: on, address, nonce });
    return { chainId: on, address, nonce, r, s, yParity: yParity === 1 ? 1 : 0 };
  };

  /** The body of an execute, with all that was asked for signed. */
  const sign = async (prepared: PreparedSponsoredCall, calls: readonly WantedCall[]) => {
    const { id, authorization } = prepared;
    return {
      id,
      signature: await signOperation(prepared, calls),
      ...(authorization === undefined ? {} : { authorization: await authorize(authorization) }),
    };
  };

  return {
    ...{ chain, key, owner, address: owner.address, api, usdc, relayer: addressOf(relayer) },
    ...{ prepare, signOperation, authorize, sign },
    execute: (body: Awaited<ReturnType<typeof sign>>) =>
      api.call('POST /api/sponsor/execute', { body }),
    read: (id: string) => api.call('GET /api/sponsor/{id}', { params: { id } }),
    /** Gives the wallet dollars, and no coin. */
    fund: (amount = 5_000_000n) =>
      harness.devnet.faucet({ chainId, token: usdc, to: owner.address, amount }),
  };
}

export type SponsoredPayer = Awaited<ReturnType<typeof sponsoredPayer>>;

export function transferCall(to: Hex, units: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] });
}

export function approveCall(spender: Hex, units: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] });
}

function halvesOf(limits: string): readonly [bigint, bigint] {
  return [BigInt(limits.slice(0, 34)), BigInt(`0x${limits.slice(34)}`)];
}

function addressOf(text: string | undefined): Hex {
  if (text?.startsWith('0x') !== true) throw new Error('this is no address');
  return text as Hex; // CAST: as was just looked at.
}
