import { agree, assertBegun, assertEndsSoon } from '../check-sign-request.ts';
import type { Client } from '../client.ts';
import type { PassInvoice } from '../generated/shapes/pass-invoice.ts';
import type { PlusInvoiceBody } from '../generated/shapes/plus-invoice-body.ts';
import { signPermit } from '../sign-permit.ts';
import { accountOf, type Signer, signTyped } from '../signer.ts';
import { usdcOn } from '../usdc-contracts.ts';

type SignRequest = NonNullable<PassInvoice['signRequest']>;
type Authorization = SignRequest & { readonly mode: 'eip3009' };

/** What was asked for: the body that the invoice was made with has these fields. */
export interface AskedInvoice extends Pick<
  PlusInvoiceBody,
  'bundle' | 'bundles' | 'asset' | 'fromChain'
> {
  /**
   * What the payer agrees to where that is another token, or more. Left out, USDC as it is known
   * here, and the price of the bundles; half more with permit2, which pays a transfer too.
   */
  readonly most?: {
    /** A contract. */
    readonly token?: string;
    /** Digits, its smallest units. */
    readonly units?: string;
  };
}

/** In millionths of a dollar, which are USDC's smallest units. */
const prices = { starter: 1_000_000n, bundle: 3_000_000n, bulk: 10_000_000n } as const;

/**
 * Pays an invoice that was asked for with `payWith`: signs its sign request, without gas of the payer's,
 * and sends the signature. The signer must be the `fromAddress` that was asked for. Throws before
 * anything is signed where the request is for more, or for anything else, than what was asked for, or
 * good for more than a day, and `ServiceError`.
 */
export async function payInvoice(
  client: Pick<Client, 'call'>,
  signer: Signer,
  invoice: PassInvoice,
  asked: AskedInvoice,
  now: () => number = Date.now,
): Promise<void> {
  const { id, signRequest, execute, payTo, amount } = invoice;
  if (signRequest === undefined)
    throw new Error(
      'there is nothing to sign: ask for the invoice with payWith, or send the payment',
    );
  agree('bundle', invoice.bundle, asked.bundle);
  agree('bundles', invoice.bundles, asked.bundles ?? 1);
  const toChain = asked.asset.replace(/^.*-/, '');
  agree('chainId', invoice.chainId, toChain);
  const fromChain = signRequest.mode === 'permit2' ? (asked.fromChain ?? toChain) : toChain;
  const token = asked.most?.token ?? usdcOn(fromChain);
  if (token === null)
    throw new TypeError(
      `not signed: USDC of chain ${fromChain} is not known here; name its contract as most.token`,
    );
  const most = mostOf(asked, signRequest);

  if (signRequest.mode === 'permit2') {
    if (execute === undefined) throw new Error('the invoice comes without its execute body');
    assertAtMost(most, execute.amount);
    const wanted = { fromChain, fromToken: token, amount: execute.amount, toChain };
    const permit = await signPermit(
      signer,
      { signRequest, execute },
      { ...wanted, toAddress: payTo, minOut: amount },
      now,
    );
    await client.call('POST /api/route/execute', { body: { ...permit, live: true } });
    return;
  }
  assertAtMost(most, amount);
  const fromAddress = await accountOf(signer);
  agree('tokenAddress', signRequest.tokenAddress, token);
  checkAuthorization(invoice, signRequest, fromAddress);
  const { validAfter, validBefore } = signRequest.eip712.message;
  assertBegun('eip712.message.validAfter', validAfter, now());
  assertEndsSoon('eip712.message.validBefore', validBefore, now());
  const signature = await signTyped(signer, fromAddress, signRequest.eip712);
  await client.call('POST /api/plus/pay', { body: { invoiceId: id, fromAddress, signature } });
}

function mostOf({ bundle, bundles = 1, most }: AskedInvoice, { mode }: SignRequest): bigint {
  if (most?.units !== undefined) return BigInt(most.units);
  const price = prices[bundle] * BigInt(bundles);
  return mode === 'permit2' ? price + price / 2n : price;
}

function assertAtMost(most: bigint, units: string): void {
  // Digits alone: a wallet may read a sign as another, far larger number.
  if (!/^[0-9]+$/.test(units) || BigInt(units) > most)
    throw new TypeError(
      `not signed: ${units} of the token's smallest units are to be paid, and at most ${most} were agreed to`,
    );
}

/** It moves exactly the invoice's amount to the invoice's address, and nothing else. */
function checkAuthorization(
  { chainId, payTo, amount }: PassInvoice,
  { eip712, tokenAddress }: Authorization,
  owner: string,
): void {
  const { domain, message, primaryType } = eip712;
  for (const [name, found, wanted] of [
    ['primaryType', primaryType, 'TransferWithAuthorization'],
    ['domain.chainId', domain.chainId, chainId],
    ['domain.verifyingContract', domain.verifyingContract, tokenAddress],
    ['message.from', message['from'], owner],
    ['message.to', message['to'], payTo],
    ['message.value', message['value'], amount],
  ] as const)
    agree(`eip712.${name}`, found, wanted);
}
