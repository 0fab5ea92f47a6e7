import type { MembershipLinkBody } from './generated/shapes/membership-link-body.ts';
import { accountOf, type Signer, signTyped } from './signer.ts';

export interface LinkWanted {
  /** The wallet that is to count as a member by what the signer holds: it signs in and sends the link. */
  readonly hot: string;
  /** The chain the signer is on; where it stands, if it is a contract. */
  readonly chainId: number;
  /** 30 days where it is left out; a year at most. */
  readonly lifeSec?: number;
  readonly nowMs?: number;
}

/**
 * Has a vault say that another wallet of the same person counts as a member by what the vault holds. It
 * moves nothing, and lets nobody move anything. The answer is the body of POST /api/membership/link.
 */
export async function signLink(
  signer: Signer,
  { hot, chainId, lifeSec = 30 * 86_400, nowMs = Date.now() }: LinkWanted,
): Promise<MembershipLinkBody> {
  const vault = await accountOf(signer);
  const expires = Math.floor(nowMs / 1_000) + lifeSec;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const nonce = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const signature = await signTyped(signer, vault, {
    domain: { name: 'Interline membership', version: '1', chainId },
    primaryType: 'Link',
    message: { vault, hot, expires: expires.toString(), nonce },
  });
  return { vault, chainId, expires, nonce, signature };
}
