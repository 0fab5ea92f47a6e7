import type { Client } from '../client.ts';
import type { RouteExecuteBody } from '../generated/shapes/route-execute-body.ts';
import type { AgentKey } from '../sign-as-agent.ts';
import { base64Url, sha256, tokenOf } from '../signed-token.ts';

export interface MandatedPayment {
  /** As `POST /api/mandates` answered. */
  readonly id: string;
  /** The open mandate, as `issueMandate` made it. */
  readonly mandate: string;
  /** The body to execute, without `mandate` and `permit2`. */
  readonly body: RouteExecuteBody;
  /** The most that it is worth in US cents, as digits. */
  readonly cents: string;
  /** The contract of the token that pays, on `fromChain`. */
  readonly token: string;
  readonly payeeName?: string;
}

/**
 * Closes a mandate for one payment with the key that it names, bound to a new challenge of the
 * service, and returns the body with the presentation: for `execute` of a client that signs as that
 * agent (`agentFetch`), within minutes.
 */
export async function presentMandate(
  client: Pick<Client, 'call'>,
  key: AgentKey,
  { id, mandate, body, cents, token, payeeName = 'the payee' }: MandatedPayment,
): Promise<RouteExecuteBody & { readonly mandate: { readonly presentation: string } }> {
  const { nonce, aud } = await client.call('POST /api/mandates/challenge', { body: { id } });
  const closed = {
    vct: 'mandate.payment.1',
    transaction_id: base64Url(await sha256(canonical(body))),
    payee: { id: `eip155:${body.toChain}:${body.toAddress ?? ''}`, name: payeeName },
    payment_amount: { amount: Number(cents), currency: 'USD' },
    payment_instrument: {
      id: `eip155:${body.fromChain}/erc20:${token.toLowerCase()}`,
      type: 'interline.permit2-allowance.1',
    },
    // Distinguishes this payment from another of the same kind.
    jti: base64Url(crypto.getRandomValues(new Uint8Array(16))),
  };
  const bound = await tokenOf(
    key,
    { alg: 'EdDSA', typ: 'kb+jwt' },
    {
      iat: Math.floor(Date.now() / 1_000),
      aud,
      nonce,
      sd_hash: base64Url(await sha256(mandate)),
      delegate_payload: [closed],
    },
  );
  return { ...body, mandate: { presentation: `${mandate}${bound}` } };
}

/** RFC 8785, for JSON values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
