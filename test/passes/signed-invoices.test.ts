import { createClient, type Client, type PassInvoice } from '@interline/client';
import { type AskedInvoice, claimPasses, payInvoice as payAsked } from '@interline/client/passes';
import { asAddress, asUnits, evmChain, laneClient, RelayError } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { Interface, Signature, type Wallet } from 'ethers';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer } from '../support/payer.ts';
import { tokenBalance } from '../support/token-balance.ts';
import { until } from '../support/until.ts';

/** The payer has dollars and nothing else: no coin on any chain. */
describe('an invoice that its payer signs for', () => {
  let harness: Harness;
  let client: Client;
  /** What happens while a call of the spender's is prepared. */
  let meanwhile: (() => Promise<unknown>) | null = null;
  before(async () => {
    harness = await startHarness({
      rebind(container) {
        const custody = container.get(parts.custody);
        const prepare: CustodyPort['prepare'] = async (...call) => {
          const prepared = await custody.prepare(...call);
          await meanwhile?.();
          return prepared;
        };
        container.rebind(parts.custody).toConstantValue({ ...custody, prepare });
      },
    });
    client = createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  });
  after(() => harness.stop());

  const open = (more: object, asset: 'usdc-8453' | 'eth-8453' | 'usdc-42161' = 'usdc-8453') =>
    client.call('POST /api/plus/invoice', { body: { bundle: 'bundle', asset, ...more } });
  const isIn = (id: string, ...states: readonly string[]) =>
    until(`an invoice that is ${states.join(' or ')}`, async () => {
      const invoice = await client.call('GET /api/plus/invoice/{id}', { params: { id } });
      return states.includes(invoice.state) && invoice;
    });
  /** As it was asked for; a devnet's dollars are of a contract of its own. */
  const payInvoice = (
    payer: Pick<Client, 'call'>,
    signer: Wallet,
    invoice: PassInvoice,
    asked: Partial<AskedInvoice> = {},
  ) =>
    payAsked(payer, signer, invoice, {
      bundle: 'bundle',
      asset: 'usdc-8453',
      most: { token: invoice.signRequest?.tokenAddress ?? '' },
      ...asked,
    });
  const dollarsOf = (owner: string, chainId = 8453) =>
    tokenBalance(harness.devnet, chainId, 'USDC', owner);
  const sentFor = async (id: string) => {
    const { reads } = harness.container.get(parts.store);
    return (await reads.invoices.invoice(id))?.authorizationId;
  };
  const payersOwn = async (units: bigint, chainId = 8453) =>
    (await freshPayer(harness, chainId, units)).wallet;

  /** A caller of that pseudonym: the tests share one, and so its ten authorizations an hour. */
  const from = (
    sender: string,
    { id }: PassInvoice,
    { address }: Pick<Wallet, 'address'>,
  ): Pick<Client, 'call'> => ({
    // CAST: the one row that is called here, and its answer is not read.
    call: (async (_row: unknown, { body }: { body: Record<string, string> }) =>
      harness.container.get(parts.invoices).payAuthorized({
        invoiceId: id,
        payer: asAddress(address.toLowerCase()),
        signature: (body['signature'] ?? '') as `0x${string}`, // CAST: it was just signed.
        client: sender,
      })) as unknown as Client['call'],
  });

  it('with EIP-3009 is paid without gas, for exactly its price', async () => {
    const payer = await payersOwn(3_500_000n);
    const invoice = await open({ payWith: 'eip3009', fromAddress: payer.address });
    await payInvoice(client, payer, invoice);
    await isIn(invoice.id, 'paid');
    const { passes } = await claimPasses(client, invoice.id, 2, { keep: () => undefined });
    // Sent again it does nothing.
    await payInvoice(client, payer, invoice);

    expect(invoice.signRequest).to.include({ mode: 'eip3009', chainId: 8453, amount: '3000000' });
    expect([passes.length, await dollarsOf(payer.address)]).to.deep.equal([2, 500_000n]);
  });

  it('with EIP-3009 is paid even if a client looks at it before anything has arrived', async () => {
    const payer = await payersOwn(3_000_000n);
    const invoice = await open({ payWith: 'eip3009', fromAddress: payer.address });
    const looks = { done: 0 };
    meanwhile = async () => {
      await harness.container.get(parts.store).run('look', async ({ invoices }) => {
        const now = await invoices.lockInvoice(invoice.id);
        if (now !== null && (await invoices.changeInvoice(now, {}))) looks.done += 1;
      });
    };
    await payInvoice(client, payer, invoice);
    meanwhile = null;

    expect(looks.done).to.be.greaterThan(0);
    expect(await sentFor(invoice.id)).to.match(/^pay_/);
    await isIn(invoice.id, 'paid');
  });

  it('with EIP-3009 is sent for the asset that was signed for, and not if an order gives it another meanwhile', async () => {
    const payer = await payersOwn(3_000_000n);
    const invoice = await open({ payWith: 'eip3009', fromAddress: payer.address });
    const there = harness.devnet.chains.find(({ chainId }) => chainId === 42_161);
    const usdc = there?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    const other = { asset: 'usdc-42161', chain: evmChain(42_161), token: asAddress(usdc) } as const;
    meanwhile = async () => {
      await harness.container.get(parts.store).run('adopt', async ({ invoices }) => {
        const now = await invoices.lockInvoice(invoice.id);
        if (now !== null) await invoices.changeInvoice(now, other);
      });
    };
    await payInvoice(client, payer, invoice);
    meanwhile = null;

    expect(await sentFor(invoice.id)).to.equal(null);
    expect(await dollarsOf(payer.address)).to.equal(3_000_000n);
  });

  it('with EIP-3009 is paid for a dollar too, on a chain that was just started', async () => {
    const payer = await payersOwn(1_000_000n);
    const asked = { bundle: 'starter', payWith: 'eip3009', fromAddress: payer.address };
    const invoice = await open(asked);
    await payInvoice(client, payer, invoice, { bundle: 'starter' });

    expect((await isIn(invoice.id, 'paid')).tokens).to.equal(1_000);
  });

  it('with EIP-3009 is paid by the signature for it and by no other', async () => {
    const payer = await payersOwn(3_000_000n);
    const invoice = await open({ payWith: 'eip3009', fromAddress: payer.address });
    const other = await open({ payWith: 'eip3009', fromAddress: payer.address });
    const stranger = {
      call: ((name: string, input: { readonly body: object }) =>
        client.call(name as 'POST /api/plus/pay', {
          body: { ...input.body, invoiceId: other.id } as never, // CAST: another's signature.
        })) as unknown as Client['call'],
    };
    // A signature for one invoice pays no other.
    const misused = await payInvoice(stranger, payer, invoice).catch(codeOf);
    await payInvoice(client, payer, invoice);
    await isIn(invoice.id, 'paid');

    expect(misused).to.equal('PERMIT_INVALID');
    expect((await isIn(other.id, 'open')).received).to.equal('0');
  });

  it('with EIP-3009 that a stranger sent first is still paid, and nothing more is sent', async () => {
    const payer = await payersOwn(3_000_000n);
    const invoice = await open({ payWith: 'eip3009', fromAddress: payer.address });
    const late = {
      call: (async (_name: string, { body }: { readonly body: { readonly signature: string } }) => {
        await sendAuthorization(harness, invoice, body.signature);
        return client.call('POST /api/plus/pay', { body: body as never }); // CAST: as it was signed.
      }) as unknown as Client['call'],
    };
    await payInvoice(late, payer, invoice);
    await isIn(invoice.id, 'paid');

    expect(await sentFor(invoice.id)).to.equal(null);
  });

  it('is refused if the payer has too little, or another one signed, and nothing is sent', async () => {
    const [poor, rich, thief] = [
      await payersOwn(2_999_999n),
      await payersOwn(3_000_000n),
      freshWallet(),
    ];
    const ofPoor = await open({ payWith: 'eip3009', fromAddress: poor.address });
    const ofRich = await open({ payWith: 'eip3009', fromAddress: rich.address });
    const signature = await thief.signMessage('anything');
    const forged = { invoiceId: ofRich.id, fromAddress: rich.address, signature };

    const outcomes = [
      await payInvoice(client, poor, ofPoor).catch(codeOf),
      await client.call('POST /api/plus/pay', { body: forged }).catch(codeOf),
    ];

    expect(outcomes).to.deep.equal(['PAYER_NOT_READY', 'PERMIT_INVALID']);
    expect(await sentFor(ofPoor.id)).to.equal(null);
    expect(await sentFor(ofRich.id)).to.equal(null);
  });

  it('with EIP-3009 is one at a time for a payer who signs one balance for many', async () => {
    const payer = await payersOwn(3_000_000n);
    const many: PassInvoice[] = [];
    for (let n = 0; n < 5; n += 1)
      many.push(await open({ payWith: 'eip3009', fromAddress: payer.address }));
    await stopMining(harness.devnet, 8453);
    const outcomes = await Promise.all(
      // How many of them count depends on how many are looked at before the first is committed.
      many.map((one) =>
        payInvoice(from('c_many', one, payer), payer, one).then(() => 'sent', codeOf),
      ),
    );
    await resumeMining(harness.devnet, 8453);
    const sent = await Promise.all(many.map(({ id }) => sentFor(id)));
    const [paid] = many.filter((_, at) => sent[at] !== null);
    await isIn(paid?.id ?? '', 'paid');
    const later = many.find(({ id }) => id !== paid?.id);

    expect(outcomes.toSorted()).to.deep.equal([...many.slice(1).map(() => 'RATE_LIMITED'), 'sent']);
    expect(sent.filter((id) => id !== null).length).to.equal(1);
    expect(later && (await payInvoice(client, payer, later).catch(codeOf))).to.equal(
      'PAYER_NOT_READY',
    );
  });

  it('with EIP-3009 is counted among 200 a day if it failed, and not if it paid', async () => {
    const { reads, run } = harness.container.get(parts.store);
    const day = () => new Date().toISOString().slice(0, 10);
    const failed = () => reads.transactions.spent('reverted-authorizations', day());
    const before = await failed();
    const payer = await payersOwn(3_000_000n);
    const invoice = await open({ payWith: 'eip3009', fromAddress: payer.address });
    await stopMining(harness.devnet, 8453);
    await payInvoice(client, payer, invoice);
    await spendFirst(harness, payer.address, 3_000_000n);
    await resumeMining(harness.devnet, 8453);
    await until('an authorization that failed', async () => {
      const all = await reads.transactions.transactionsOf((await sentFor(invoice.id)) ?? '');
      return all.at(-1)?.state === 'reverted';
    });
    const counted = (await failed()) - before;
    const budget = { budget: 'reverted-authorizations', units: asUnits(200n) };
    await run('fill', (tx) =>
      tx.transactions.charge([{ ...budget, limit: asUnits(10_000n) }], day()),
    );
    const honest = await payersOwn(3_000_000n);
    const other = await open({ payWith: 'eip3009', fromAddress: honest.address });
    const refused = await payInvoice(client, honest, other).catch(codeOf);
    await run('empty', (tx) => tx.transactions.uncharge(budget, day()));

    expect([before, counted, refused]).to.deep.equal([0n, 1n, 'RATE_LIMITED']);
  });

  it('with EIP-3009 fails for passes of the private lane half as often as for all, and leaves the rest to others', async () => {
    const { run } = harness.container.get(parts.store);
    const day = () => new Date().toISOString().slice(0, 10);
    const budgets = ['reverted-authorizations', 'reverted-authorizations:lane'].map((budget) => ({
      ...{ budget, units: asUnits(100n) },
    }));
    const payer = await payersOwn(3_000_000n);
    const invoice = await open({ payWith: 'eip3009', fromAddress: payer.address });
    await run('fill', (tx) =>
      tx.transactions.charge(
        budgets.map((budget) => ({ ...budget, limit: asUnits(10_000n) })),
        day(),
      ),
    );
    const ofPass = await payInvoice(
      from(laneClient('a pass'), invoice, payer),
      payer,
      invoice,
    ).catch((error: { code: unknown }) => error.code);
    const ofOther = await payInvoice(from('c_1', invoice, payer), payer, invoice).then(
      () => 'sent',
      codeOf,
    );
    for (const budget of budgets)
      await run('empty', (tx) => tx.transactions.uncharge(budget, day()));

    expect([ofPass, ofOther]).to.deep.equal(['RATE_LIMITED', 'sent']);
  });

  it('is signed for nothing but its own price and address', async () => {
    const payer = await payersOwn(5_000_000n);
    const invoice = await open({ payWith: 'eip3009', fromAddress: payer.address });
    const { signRequest } = invoice;
    if (signRequest?.mode !== 'eip3009') throw new Error('there is nothing to sign');
    const { message } = signRequest.eip712;
    const withMessage = (change: object) => ({
      ...invoice,
      signRequest: {
        ...signRequest,
        eip712: { ...signRequest.eip712, message: { ...message, ...change } },
      },
    });
    const wrong = [
      { value: '5000000' },
      { to: freshWallet().address },
      { from: freshWallet().address },
    ];

    for (const change of wrong)
      expect(
        await payInvoice(client, payer, withMessage(change)).catch((error: unknown) =>
          String(error),
        ),
      ).to.match(/not signed: eip712\.message/);
  });

  it('with Permit2 is paid from another chain, and the route takes little more than its price', async () => {
    const payer = await payersOwn(5_000_000n, 42161);
    const invoice = await open({
      payWith: 'permit2',
      fromAddress: payer.address,
      fromChain: 42161,
    });
    await payInvoice(client, payer, invoice, { fromChain: 42161 });
    const paid = await isIn(invoice.id, 'paid');
    const spent = 5_000_000n - (await dollarsOf(payer.address, 42161));

    expect([invoice.amount, paid.tokens]).to.deep.equal(['3000000', 5_000]);
    expect(invoice.execute).to.include({ toAddress: invoice.payTo, minOut: '3000000' });
    expect(Number(spent)).to.be.within(3_000_001, 3_300_000);
  });

  it('is asked for with the fields of its kind and no others', async () => {
    const fromAddress = freshWallet().address;
    const refused = await Promise.all(
      [
        open({ payWith: 'eip3009' }),
        open({ payWith: 'eip3009', fromAddress }, 'eth-8453'),
        open({ payWith: 'eip3009', fromAddress, fromChain: 42161 }),
        open({ payWith: 'permit2', fromAddress }),
        open({ payWith: 'permit2', fromAddress, fromChain: 8453 }),
        open({ fromAddress }),
        open({ refundAddress: fromAddress }),
      ].map((one) => one.catch((error: unknown) => [codeOf(error), fieldOf(error)])),
    );

    expect(refused).to.deep.equal([
      ['MISSING_FIELD', 'fromAddress'],
      ['BAD_REQUEST', 'payWith'],
      ['BAD_REQUEST', 'fromChain'],
      ['MISSING_FIELD', 'fromChain'],
      ['BAD_REQUEST', 'fromChain'],
      ['BAD_REQUEST', 'fromAddress'],
      ['BAD_REQUEST', 'refundAddress'],
    ]);
  });
});

/** In the same block, and ahead of all that waits for it. */
async function spendFirst({ devnet }: Harness, payer: string, units: bigint): Promise<void> {
  const rpc = (method: string, params: readonly unknown[]) =>
    chainRpc(devnet, 8453, method, params);
  const token = devnet.chains
    .find(({ chainId }) => chainId === 8453)
    ?.tokens.find(({ symbol }) => symbol === 'USDC')?.address;
  await rpc('anvil_setBalance', [payer, '0xde0b6b3a7640000']);
  await rpc('anvil_impersonateAccount', [payer]);
  await rpc('eth_sendTransaction', [
    {
      from: payer,
      to: token,
      data: authorized.encodeFunctionData('transfer', [freshWallet().address, units]),
      maxFeePerGas: '0x174876e800',
      maxPriorityFeePerGas: '0x174876e800',
    },
  ]);
}

/** As any observer of the signature may. */
async function sendAuthorization(
  { devnet }: Harness,
  { signRequest }: { readonly signRequest?: PassInvoice['signRequest'] },
  signature: string,
): Promise<void> {
  if (signRequest?.mode !== 'eip3009') throw new Error('there is nothing to sign');
  const { from, to, value, validAfter, validBefore, nonce } = signRequest.eip712.message;
  const { v, r, s } = Signature.from(signature);
  const rpc = (method: string, params: readonly unknown[]) =>
    chainRpc(devnet, 8453, method, params);
  const [stranger] = (await rpc('eth_accounts', [])) as string[]; // CAST: anvil's own.
  await rpc('eth_sendTransaction', [
    {
      from: stranger,
      to: signRequest.tokenAddress,
      data: authorized.encodeFunctionData('transferWithAuthorization', [
        ...[from, to, value, validAfter, validBefore, nonce, v, r, s],
      ]),
    },
  ]);
  await rpc('evm_mine', []);
}

const authorized = new Interface([
  'function transfer(address,uint256)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
]);

function codeOf(error: unknown): unknown {
  if (error instanceof RelayError) return error.code;
  return (error as { errorCode?: unknown }).errorCode; // CAST: what the client throws.
}

function fieldOf(error: unknown): unknown {
  // CAST: the same.
  return (error as { body?: { details?: { field?: unknown } } }).body?.details?.field;
}
