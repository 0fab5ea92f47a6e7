import {
  agentFetch,
  type AgentKey,
  asSession,
  type Client,
  createAgentKey,
  createClient,
  type Mandate,
  proveAgentKey,
  type RouteExecuteBody,
} from '@interline/client';
import { evmAddress, evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import type { Wallet } from 'ethers';
import { createHash, KeyObject } from 'node:crypto';
import { nonceOf, signIn } from '../accounts/sign-in.ts';
import { arbitrum, base, widePolicy } from '../agents/agent-scene.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import type { Harness } from '../support/harness.ts';
import { approvePermit2 } from '../support/payer-transaction.ts';
import {
  type Binding,
  type ForeignClaims,
  type ForeignKey,
  issue,
  nowSec,
  presentBound,
  presentChain,
  signWith,
  tokenOf,
  userKey,
} from './foreign-tokens.ts';

/** A wallet with a key for its mandates, an agent of it, and what each asks with. */
export interface MandateScene {
  readonly wallet: Wallet;
  readonly origin: string;
  readonly usdc: string;
  readonly spender: string;
  readonly user: ForeignKey;
  readonly agentKey: ForeignKey;
  readonly agentPair: AgentKey;
  /** Asks by the owner's session. */
  readonly owner: Client;
  readonly agentId: string;
  /** Asks as the agent. */
  readonly agent: Client;
  /** Of the owner's session. */
  readonly token: string;
}

const lifeSec = 3_600;

export async function mandateScene(
  harness: Pick<Harness, 'url' | 'devnet' | 'container'>,
  units = 1_000_000_000n,
  wallet: Wallet = freshWallet(),
  user = userKey(),
): Promise<MandateScene> {
  const { url, devnet, container } = harness;
  const agentPair = await createAgentKey(true);
  const { uri: origin } = await nonceOf(url);
  const [{ token }] = await Promise.all([
    signIn(url, wallet, {
      scopes: ['agents', 'mandates'],
      resources: [`urn:interline:mandate-key:${thumbprintOf(user)}`],
    }),
    devnet.faucet({ chainId: base, token: 'USDC', to: wallet.address, amount: units }),
  ]);
  const owner = createClient({ baseUrl: url, tries: 1, ...asSession(token) });
  const proof = await proveAgentKey(agentPair, { origin, owner: wallet.address });
  const { id: agentId } = await owner.call('POST /api/agents', {
    body: { name: 'Shops', ...proof, policy: { ...widePolicy, maxPerDay: '10000000' } },
  });
  const agent = createClient({ baseUrl: url, tries: 1, fetch: agentFetch(agentPair, { origin }) });
  const usdc = container.get(parts.tokens).resolve(evmChain(base), 'USDC', 'token').address;
  await approvePermit2(devnet, base, { wallet, address: wallet.address }, usdc);
  const privateKey = KeyObject.from(agentPair.privateKey);
  return {
    ...{ wallet, origin, usdc, user, owner, agentId, agent, agentPair, token },
    spender: container.get(parts.evm).evmAccounts.spender,
    agentKey: { jwk: proof.jwk, alg: 'EdDSA', privateKey },
  };
}

function thumbprintOf({ jwk }: ForeignKey): string {
  const { kty, crv, x, y } = jwk;
  const members = y === undefined ? { crv, kty, x } : { crv, kty, x, y };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

export const anyCheckout = createHash('sha256').update('interline:any').digest('base64url');

/** Up to 100 USD in payments of up to 10, as often as it likes. */
export const usualConstraints: readonly ForeignClaims[] = [
  { type: 'payment.amount_range', currency: 'USD', max: 1_000 },
  { type: 'payment.budget', currency: 'USD', max: 100 },
  { type: 'payment.agent_recurrence', frequency: 'ON_DEMAND' },
  { type: 'payment.reference', conditional_transaction_id: anyCheckout },
];

/** The open mandate, as @sd-jwt/core issues it. */
export function openMandate(
  { user, agentKey }: Pick<MandateScene, 'user' | 'agentKey'>,
  change: ForeignClaims = {},
  options: { readonly header?: object; readonly frame?: object } = {},
): Promise<string> {
  return issue(
    user,
    {
      vct: 'mandate.payment.open.1',
      constraints: usualConstraints,
      cnf: { jwk: agentKey.jwk },
      iat: nowSec(),
      exp: nowSec() + lifeSec,
      ...change,
    },
    { header: { typ: 'dc+sd-jwt', jwk: user.jwk, ...options.header }, ...options },
  );
}

/** Permit2's PermitSingle, as a wallet signs it. */
export async function signAllowance(
  { wallet, usdc, spender }: Pick<MandateScene, 'wallet' | 'usdc' | 'spender'>,
  change: { readonly amount?: bigint; readonly nonce?: number; readonly expiration?: number } = {},
) {
  const { amount = 100_000_000n, nonce = 0, expiration = nowSec() + lifeSec - 60 } = change;
  const details = { token: usdc, amount, expiration, nonce };
  const sigDeadline = BigInt(expiration);
  const signature = await wallet.signTypedData(
    {
      name: 'Permit2',
      chainId: base,
      verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    },
    {
      PermitSingle: [
        { name: 'details', type: 'PermitDetails' },
        { name: 'spender', type: 'address' },
        { name: 'sigDeadline', type: 'uint256' },
      ],
      PermitDetails: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint160' },
        { name: 'expiration', type: 'uint48' },
        { name: 'nonce', type: 'uint48' },
      ],
    },
    { details, spender, sigDeadline },
  );
  return {
    chainId: base,
    details: {
      token: usdc,
      amount: amount.toString(),
      expiration: expiration.toString(),
      nonce: nonce.toString(),
    },
    spender,
    sigDeadline: sigDeadline.toString(),
    signature,
  };
}

/** What the user's key signs to name the wallet that may register the mandate. */
export function proofOf(
  { user, wallet, origin }: Pick<MandateScene, 'user' | 'wallet' | 'origin'>,
  token: string,
  change: ForeignClaims = {},
  typ = 'interline-mandate+jwt',
): string {
  const signed = token.split('.').slice(0, 2).join('.');
  const mandate = createHash('sha256').update(signed).digest('base64url');
  const claims = { aud: origin, owner: wallet.address, mandate, ...change };
  return tokenOf({ alg: user.alg, typ }, claims, (text) => signWith(user, text));
}

export async function register(
  scene: MandateScene,
  token: string,
  allowance?: Parameters<typeof signAllowance>[1],
): Promise<Mandate> {
  return scene.owner.call('POST /api/mandates', {
    body: {
      mandate: token,
      proof: proofOf(scene, token),
      allowance: await signAllowance(scene, allowance),
    },
  });
}

export interface Payment {
  readonly units?: bigint;
  readonly toAddress?: string;
  /** What the agent says it is worth. */
  readonly cents?: number;
  readonly jti?: string;
  /** Digits: the least that must arrive. */
  readonly minOut?: string;
}

/** What the agent wants to have executed. */
export function bodyOf(
  { wallet }: Pick<MandateScene, 'wallet'>,
  { units = 1_000_000n, toAddress = wallet.address, minOut }: Payment = {},
): RouteExecuteBody {
  return {
    fromChain: base,
    toChain: arbitrum,
    token: 'USDC',
    amount: units.toString(),
    toAddress,
    ...(minOut === undefined ? {} : { minOut }),
  };
}

/** The mandate closed for that body, and nothing else. */
export function closedFor(
  { usdc }: Pick<MandateScene, 'usdc'>,
  body: RouteExecuteBody,
  { cents, jti }: Pick<Payment, 'cents' | 'jti'> = {},
): ForeignClaims {
  const text = JSON.stringify(body, Object.keys(body).sort());
  return {
    vct: 'mandate.payment.1',
    transaction_id: createHash('sha256').update(text).digest('base64url'),
    payee: { id: `eip155:${arbitrum}:${String(body.toAddress)}`, name: 'The shop' },
    payment_amount: { amount: cents ?? Number(BigInt(body.amount) / 10_000n), currency: 'USD' },
    payment_instrument: {
      id: `eip155:${base}/erc20:${evmAddress(usdc)}`,
      type: 'interline.permit2-allowance.1',
    },
    ...(jti === undefined ? {} : { jti }),
  };
}

export async function challengeOf({ agent }: MandateScene, id: string): Promise<Binding> {
  const { nonce, aud } = await agent.call('POST /api/mandates/challenge', { body: { id } });
  return { nonce, aud };
}

let payments = 0;

/** A body with the mandate presented for it, as one that nothing is wrong with. */
export async function mandatedBody(
  scene: MandateScene,
  { id, token }: { readonly id: string; readonly token: string },
  payment: Payment = {},
  form: 'bound' | 'chain' = 'chain',
): Promise<RouteExecuteBody> {
  const body = bodyOf(scene, payment);
  payments += 1;
  // Payments of the same kind are distinguished by their jti.
  const closed = closedFor(scene, body, { jti: `payment ${payments}`, ...payment });
  const binding = await challengeOf(scene, id);
  const present = form === 'chain' ? presentChain : presentBound;
  return {
    ...body,
    mandate: { presentation: await present(token, scene.agentKey, closed, binding) },
  };
}
