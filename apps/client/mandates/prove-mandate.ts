import type { AgentKey } from '../sign-as-agent.ts';
import { base64Url, sha256, tokenOf } from '../signed-token.ts';

/**
 * Signs, with the key that signed the mandate, which wallet may register it: `proof` of `POST
 * /api/mandates`. A copy of the mandate is of no use to another wallet.
 */
export async function proveMandate(
  key: AgentKey,
  {
    origin,
    owner,
    mandate,
  }: {
    /** The origin that the service is reached at. */
    readonly origin: string;
    /** The wallet that signs in. */
    readonly owner: string;
    readonly mandate: string;
  },
): Promise<string> {
  const signed = mandate.split('.').slice(0, 2).join('.');
  const claims = { aud: origin, owner, mandate: base64Url(await sha256(signed)) };
  return tokenOf(key, { alg: 'EdDSA', typ: 'interline-mandate+jwt' }, claims);
}
