import { agree } from '../check-sign-request.ts';
import type { Client } from '../client.ts';
import type { PassInvoice } from '../generated/shapes/pass-invoice.ts';
import { signPermit } from '../sign-permit.ts';
import { accountOf, type Signer, signTyped } from '../signer.ts';

type Authorization = NonNullable<PassInvoice['signRequest']> & { readonly mode: 'eip3009' };

/**
 * Pays an invoice that was asked for with `payWith`: signs its sign request, without gas of the payer's,
 * and sends the signature. The signer must be the `fromAddress` that was asked for. Throws before
 * anything is signed where the request is not what it seems, and `ServiceError`.
 */
export async function payInvoice(
  client: Pick<Client, 'call'>,
  signer: Signer,
  invoice: PassInvoice,
): Promise<void> {
  const { id, signRequest, execute, payTo, amount } = invoice;
  if (signRequest === undefined)
    throw new Error(
      'there is nothing to sign: ask for the invoice with payWith, or send the payment',
    );
  if (signRequest.mode === 'permit2') {
    if (execute === undefined) throw new Error('the invoice comes without its execute body');
    agree('execute.toAddress', execute.toAddress, payTo);
    agree('execute.minOut', execute.minOut, amount);
    await client.call('POST /api/route/execute', {
      body: { ...(await signPermit(signer, { signRequest, execute })), live: true },
    });
    return;
  }
  const fromAddress = await accountOf(signer);
  checkAuthorization(invoice, signRequest, fromAddress);
  const signature = await signTyped(signer, fromAddress, signRequest.eip712);
  await client.call('POST /api/plus/pay', { body: { invoiceId: id, fromAddress, signature } });
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
