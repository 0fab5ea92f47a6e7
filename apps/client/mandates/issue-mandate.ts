import { type AgentKey, publicJwkOf } from '../sign-as-agent.ts';
import { base64Url, sha256, tokenOf } from '../signed-token.ts';

/** What the user allows the agent. Amounts are US cents, as digits. */
export interface MandateTerms {
  /** The public half of the agent's key, as a JWK: of Ed25519, or of P-256 with `y`. */
  readonly agent: {
    readonly kty: string;
    readonly crv: string;
    readonly x: string;
    readonly y?: string;
  };
  readonly maxPerPayment: string;
  /** The most that all payments may be worth. */
  readonly budget: string;
  /** The most payments; left out: as many as the budget pays. */
  readonly uses?: number;
  /** CAIP-10, such as `eip155:42161:0x...`; left out: any recipient. */
  readonly payees?: readonly string[];
  readonly expiresSec: number;
  readonly nowMs?: number;
}

/**
 * An open mandate (AP2 v0.2, `mandate.payment.open.1`), as an SD-JWT that hides nothing. It is for
 * `POST /api/mandates`, in a session that names the key: `signIn` with `mandateKeys: [await agentKeyId(key)]`.
 */
export async function issueMandate(
  key: AgentKey,
  { agent, maxPerPayment, budget, uses, payees, expiresSec, nowMs = Date.now() }: MandateTerms,
): Promise<string> {
  const currency = 'USD';
  const constraints = [
    // AP2 has cents here, and dollars in the budget.
    { type: 'payment.amount_range', currency, max: safe(maxPerPayment) },
    { type: 'payment.budget', currency, max: safe(budget) / 100 },
    {
      type: 'payment.agent_recurrence',
      frequency: 'ON_DEMAND',
      ...(uses === undefined ? {} : { max_occurrences: uses }),
    },
    {
      type: 'payment.reference',
      conditional_transaction_id: base64Url(await sha256('interline:any')),
    },
    ...(payees === undefined
      ? []
      : [{ type: 'payment.allowed_payees', allowed: payees.map((id) => ({ id, name: id })) }]),
  ];
  const claims = {
    vct: 'mandate.payment.open.1',
    constraints,
    cnf: { jwk: publicHalf(agent) },
    iat: Math.floor(nowMs / 1_000),
    exp: expiresSec,
  };
  const header = { alg: 'EdDSA', typ: 'dc+sd-jwt', jwk: await publicJwkOf(key) };
  return `${await tokenOf(key, header, claims)}~`;
}

/** The public half, even if the file has both. */
function publicHalf({ kty, crv, x, y }: MandateTerms['agent']): MandateTerms['agent'] {
  return { kty, crv, x, ...(y === undefined ? {} : { y }) };
}

function safe(cents: string): number {
  const number = /^[0-9]{1,15}$/.test(cents) ? Number(cents) : NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new TypeError(`${cents} is not cents of a dollar, in digits`);
}
