import {
  type AgentAnswer,
  checkSignRequest,
  type Client,
  signPermit,
  usdcOn,
} from '@interline/client';
import type { Wallet } from 'ethers';
import { createHash } from 'node:crypto';
import { isOnThisMachine } from '../rest/known-contract.ts';
import { keepAccepted } from '../rest/kept-routes.ts';
import {
  centsOf,
  judgeChains,
  judgeSpender,
  judgeSpending,
  type NamedToken,
  type Policy,
  PolicyRefusal,
} from './policy.ts';
import type { Payments, SignedBody } from './payments.ts';
import type { Spent } from './spent.ts';

/** The transfer that an agent requests. */
export interface AgentTransfer {
  readonly fromChain: string;
  readonly toChain: string;
  readonly fromToken: string;
  readonly toToken: string;
  /** Digits, the source token's smallest units. */
  readonly amount: string;
  readonly toAddress: string;
  readonly minOut?: string;
}

/** A transfer, and the agent's own name for this payment. */
export interface AgentPayment {
  readonly transfer: AgentTransfer;
  readonly idempotencyKey: string;
}

export interface Sender {
  readonly url: string;
  readonly client: Client;
  readonly wallet: Wallet;
  readonly policy: Policy;
  readonly spent: Spent;
  readonly payments: Payments;
}

/**
 * Signs a payment and sends it, where the policy allows it. A repeat under the same key sends the
 * body that was signed before, which the service executes once.
 */
export async function sendWithin(sender: Sender, payment: AgentPayment): Promise<object> {
  const { url, client, payments } = sender;
  const { idempotencyKey, transfer } = payment;
  const signed = await payments.take(idempotencyKey, transfer);
  const body = signed ?? (await signNew(sender, payment));
  const headers = { 'idempotency-key': keyOf(body) };
  const accepted = await client.execute({ ...body, live: true }, { headers });
  if ('id' in accepted) await keepAccepted(url, accepted);
  return accepted;
}

/** Derived from the signed body, so that nothing the agent wrote leaves this machine. */
function keyOf(body: SignedBody): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 32);
}

/** Counts, signs and keeps the body; on an error nothing was signed, and the key is free again. */
async function signNew(
  sender: Sender,
  { idempotencyKey, transfer }: AgentPayment,
): Promise<SignedBody> {
  const { payments } = sender;
  const body = await signWithin(sender, transfer).catch(async (error: unknown) => {
    await payments.release(idempotencyKey);
    throw error;
  });
  await payments.keepSigned(idempotencyKey, transfer, body);
  return body;
}

/**
 * Signs a transfer, where the policy allows it. The policy finally judges the very body that is
 * sent and the very data that is signed, and the day's cents are counted before there is a
 * signature. What the service says decides nothing, except which contract is USDC on a devnet.
 */
async function signWithin(
  { url, client, wallet, policy, spent }: Sender,
  wanted: AgentTransfer,
): Promise<SignedBody> {
  judgeChains(policy, wanted.fromChain, wanted.toChain);
  const dollars = await dollarsAt(url, client);
  const tokenOf = (chain: string, name: string): NamedToken => {
    const contract = dollars(chain);
    const isDollars =
      contract !== null && (name === 'USDC' || name.toLowerCase() === contract.toLowerCase());
    return { name: isDollars ? contract : name, isDollars };
  };
  const fromToken = tokenOf(wanted.fromChain, wanted.fromToken);
  const toToken = tokenOf(wanted.toChain, wanted.toToken);
  const cents = centsOf(policy, BigInt(wanted.amount), fromToken, wanted.fromChain);
  judgeSpending(policy, { ...wanted, fromToken, toToken, recipient: wanted.toAddress, cents });

  const transfer = { ...wanted, fromToken: fromToken.name, toToken: toToken.name };
  const asked = await client.agentDo({ ...transfer, fromAddress: wallet.address });
  const { signRequest, execute } = signable(asked);
  checkSignRequest({ signRequest, execute }, wallet.address, transfer);
  judgeSpender(policy, String(signRequest.eip712.message['spender']));
  const [fromChain, toChain] = [String(execute.fromChain), String(execute.toChain)];
  const source = tokenOf(fromChain, execute.fromToken);
  judgeSpending(policy, {
    fromChain,
    toChain,
    fromToken: source,
    toToken: tokenOf(toChain, execute.toToken),
    recipient: execute.toAddress,
    cents: centsOf(policy, BigInt(execute.amount), source, fromChain),
  });

  await spent.count(cents, policy.maxPerDay);
  return signPermit(wallet, { signRequest, execute }, transfer);
}

function signable(asked: AgentAnswer) {
  const { signRequest, execute, warnings = [] } = asked;
  if (asked.status === 'READY_TO_SIGN' && signRequest !== null) return { signRequest, execute };
  const why = asked.status === 'DEPOSIT' ? ['nothing is signed from there'] : warnings;
  throw new PolicyRefusal(`there is nothing to sign yet: ${why.join('; ')}`);
}

/**
 * The contract of USDC on each chain. A devnet deploys new contracts at every start, so it is asked
 * for them.
 */
async function dollarsAt(
  url: string,
  client: Pick<Client, 'call'>,
): Promise<(chain: string) => string | null> {
  if (!isOnThisMachine(url)) return usdcOn;
  const { acceptedTokens } = await client.call('GET /api/gasless/info', {});
  return (chain) =>
    acceptedTokens.find(
      ({ chainId, symbol, decimals }) =>
        String(chainId) === chain && symbol === 'USDC' && decimals === 6,
    )?.address ?? null;
}
