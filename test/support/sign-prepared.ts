import type { Wallet } from 'ethers';

interface TypedData {
  readonly domain: Record<string, unknown>;
  readonly types: Record<string, { name: string; type: string }[]>;
  readonly message: Record<string, unknown>;
}

/** What prepare answers, as an agent reads it. */
export interface Prepared {
  readonly status: string;
  readonly signRequest: {
    readonly tokenAddress: string;
    readonly amount: string;
    readonly nonce: string;
    readonly deadline: string;
    readonly eip712: TypedData;
    readonly allowance?: { readonly kind: string; readonly eip712: TypedData };
  };
  readonly execute: Record<string, unknown>;
}

/** With ethers, which wants no EIP712Domain among the types. */
export async function signPrepared(wallet: Wallet, { signRequest, execute }: Prepared) {
  const signed = async ({ domain, types, message }: TypedData): Promise<string> => {
    const { EIP712Domain: _own, ...others } = types;
    return wallet.signTypedData(domain, others, message);
  };
  const { tokenAddress, amount, nonce, deadline, eip712, allowance } = signRequest;
  return {
    ...execute,
    permit2: {
      owner: wallet.address,
      permitted: { token: tokenAddress, amount },
      nonce,
      deadline,
      signature: await signed(eip712),
      ...(allowance === undefined
        ? {}
        : {
            allowance: {
              kind: allowance.kind,
              value: allowance.eip712.message['value'],
              deadline: allowance.eip712.message['deadline'],
              signature: await signed(allowance.eip712),
            },
          }),
    },
  };
}

export function claimsOf(jws: string): Record<string, unknown> {
  const [, payload = ''] = jws.split('.');
  // CAST: a receipt's claims; that they are signed other tests say.
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}
