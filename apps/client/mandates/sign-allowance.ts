import type { MandatesBody } from '../generated/shapes/mandates-body.ts';
import { accountOf, type Signer, signTyped } from '../signer.ts';

export interface Allowance {
  readonly chainId: number;
  /** The contract of the token that may be pulled. */
  readonly token: string;
  /** The most that can be pulled in all, in smallest units, as digits. */
  readonly amount: string;
  /** Who pulls: `relayer` of `GET /api/route/chains`. */
  readonly spender: string;
  /** No later than the mandate's end. */
  readonly expiresSec: number;
  /** The next nonce of Permit2's allowance of wallet, token and spender: 0 for the first one. */
  readonly nonce?: string;
}

/**
 * Signs Permit2's PermitSingle: the ceiling that the chain itself holds a mandate to, for `POST
 * /api/mandates`. It moves nothing by itself; the wallet must have approved Permit2 for the token.
 */
export async function signAllowance(
  signer: Signer,
  { chainId, token, amount, spender, expiresSec, nonce = '0' }: Allowance,
): Promise<MandatesBody['allowance']> {
  const expiration = String(expiresSec);
  const details = { token, amount, expiration, nonce };
  const signature = await signTyped(signer, await accountOf(signer), {
    domain: {
      name: 'Permit2',
      chainId,
      verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    },
    primaryType: 'PermitSingle',
    message: { details, spender, sigDeadline: expiration },
  });
  return { chainId, details, spender, sigDeadline: expiration, signature };
}
