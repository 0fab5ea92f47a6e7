import { expect } from 'chai';
import type { Client } from '../client.ts';
import type { PassInvoice } from '../generated/shapes/pass-invoice.ts';
import type { EthersSigner } from '../signer.ts';
import { sampleAsked } from '../testing/sample-sign-request.ts';
import { type AskedInvoice, payInvoice } from './pay-invoice.ts';

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const payer = '0x1111111111111111111111111111111111111111';
const payTo = '0x3333333333333333333333333333333333333333';

const nowMs = 1_763_600_000_999;

const starter = { bundle: 'starter', asset: 'usdc-8453' } as const;

describe('paying an invoice by a signature', () => {
  it('signs for the price of the bundles that were asked for', async () => {
    const one = await outcome(starter, authorized('1000000'));
    const two = await outcome({ ...starter, bundles: 2 }, { ...authorized('2000000'), bundles: 2 });

    expect([one, two]).to.deep.equal([
      ['TransferWithAuthorization', 'POST /api/plus/pay'],
      ['TransferWithAuthorization', 'POST /api/plus/pay'],
    ]);
  });

  it('signs nothing of a service that asks 250,000 dollars for a bundle of one', async () => {
    const small = { execute: { ...sampleAsked.execute, amount: '1' } };

    expect([
      await outcome(starter, authorized('250000000000')),
      await outcome(starter, authorized('1000001')),
      await outcome(starter, { ...authorized('250000000000'), ...small }),
    ]).to.deep.equal([
      [tooMuch('250000000000', '1000000')],
      [tooMuch('1000001', '1000000')],
      [tooMuch('250000000000', '1000000')],
    ]);
  });

  it('signs nothing for other bundles, another chain or another token than were asked for', async () => {
    const other = { ...authorized('1000000'), chainId: 1 };
    const bulk = { ...authorized('1000000'), bundle: 'bulk' } as const;
    const token = authorized('1000000', { tokenAddress: payTo });

    expect([
      await outcome(starter, bulk),
      await outcome({ ...starter, bundles: 2 }, authorized('1000000')),
      await outcome(starter, other),
      await outcome(starter, token),
    ]).to.deep.equal([
      ['TypeError: not signed: bundle is bulk, and the transfer needs starter'],
      ['TypeError: not signed: bundles is 1, and the transfer needs 2'],
      ['TypeError: not signed: chainId is 1, and the transfer needs 8453'],
      [`TypeError: not signed: tokenAddress is ${payTo}, and the transfer needs ${usdc}`],
    ]);
  });

  it('signs from another chain for what the transfer costs too, half more at most', async () => {
    const asked = { bundle: 'bundle', asset: 'usdc-42161', fromChain: 8453 } as const;

    expect([
      await outcome(asked, permitted('4500000')),
      await outcome(asked, permitted('4500001')),
      await outcome({ ...asked, most: { units: '4500001' } }, permitted('4500001')),
      await outcome({ ...asked, fromChain: 10 }, permitted('4500000')),
    ]).to.deep.equal([
      ['PermitTransferFrom', 'POST /api/route/execute'],
      [tooMuch('4500001', '4500000')],
      ['PermitTransferFrom', 'POST /api/route/execute'],
      ['TypeError: not signed: execute.fromChain is 8453, and the transfer needs 10'],
    ]);
  });

  it('signs no amount with a sign in it, which a wallet may take for the largest there is', async () => {
    expect(await outcome(starter, authorized('-1'))).to.deep.equal([tooMuch('-1', '1000000')]);
  });

  it('signs nothing that is good for more than a day, or that is not good yet', async () => {
    const lasting = (message: Readonly<Record<string, string>>) =>
      outcome(starter, authorized('1000000', { message }));
    const never = '115792089237316195423570985008687907853269984665640564039457584007913129639935';

    expect([
      await lasting({ validBefore: '1763686400', validAfter: '1763600000' }),
      await lasting({ validBefore: '1763686401' }),
      await lasting({ validBefore: never }),
      await lasting({ validBefore: '0x1' }),
      await lasting({ validAfter: '1763600001' }),
      await lasting({ validAfter: '-1' }),
    ]).to.deep.equal([
      ['TransferWithAuthorization', 'POST /api/plus/pay'],
      [tooLate('validBefore', '1763686401')],
      [tooLate('validBefore', never)],
      [tooLate('validBefore', '0x1')],
      [tooLate('validAfter', '1763600001')],
      [tooLate('validAfter', '-1')],
    ]);
  });

  it('signs from another chain nothing that is good for more than a day', async () => {
    const asked = { bundle: 'bundle', asset: 'usdc-42161', fromChain: 8453 } as const;

    expect([
      await outcome(asked, permitted('4500000', '1763686400')),
      await outcome(asked, permitted('4500000', '1763686401')),
    ]).to.deep.equal([
      ['PermitTransferFrom', 'POST /api/route/execute'],
      [tooLate('deadline', '1763686401')],
    ]);
  });

  it('has the contract named on a chain whose dollars are not known here', async () => {
    const asked = { ...starter, asset: 'usdc-4663' as 'usdc-8453' }; // CAST: as a later service may have.
    const there = { ...authorized('1000000'), chainId: 4663 };

    expect(await outcome(asked, there)).to.deep.equal([
      'TypeError: not signed: USDC of chain 4663 is not known here; name its contract as most.token',
    ]);
  });
});

/** What was signed and sent, or why nothing was. */
async function outcome(asked: AskedInvoice, invoice: PassInvoice): Promise<readonly string[]> {
  const done: string[] = [];
  const signer: EthersSigner = {
    getAddress: async () => payer,
    async signTypedData(_domain, types) {
      done.push(Object.keys(types)[0] ?? '');
      return '0xaa';
    },
  };
  const call = (async (name: string) => done.push(name)) as unknown as Client['call']; // CAST: its answer is not read.
  await payInvoice({ call }, signer, invoice, asked, () => nowMs).catch((error: unknown) =>
    done.push(String(error)),
  );
  return done;
}

function tooLate(field: string, found: string): string {
  const latest = field === 'validAfter' ? 'now' : 'a day from now';
  return `TypeError: not signed: eip712.message.${field} is ${found}, and must be Unix seconds in digits, ${latest} at the latest`;
}

function tooMuch(units: string, most: string): string {
  return `TypeError: not signed: ${units} of the token's smallest units are to be paid, and at most ${most} were agreed to`;
}

/** At one with itself, whatever it asks for. */
function authorized(
  amount: string,
  { tokenAddress = usdc, message = {} }: { tokenAddress?: string; message?: object } = {},
): PassInvoice {
  const times = { validAfter: '0', validBefore: '1763601800' };
  return {
    ...invoiceOf(amount),
    signRequest: {
      mode: 'eip3009',
      chainId: 8453,
      tokenAddress,
      amount,
      eip712: {
        domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: tokenAddress },
        primaryType: 'TransferWithAuthorization',
        types: {},
        message: { from: payer, to: payTo, value: amount, ...times, ...message },
      },
    },
  };
}

function permitted(units: string, deadline = '1763601800'): PassInvoice {
  const { allowance: _approved, ...signRequest } = sampleAsked.signRequest;
  const permit = { token: usdc, amount: units };
  const { eip712 } = signRequest;
  return {
    ...invoiceOf('3000000'),
    bundle: 'bundle',
    chainId: 42161,
    execute: { ...sampleAsked.execute, amount: units, toAddress: payTo, minOut: '3000000' },
    signRequest: {
      ...signRequest,
      amount: units,
      deadline,
      eip712: { ...eip712, message: { ...eip712.message, permitted: permit, deadline } },
    },
  };
}

function invoiceOf(amount: string): PassInvoice {
  return {
    id: `inv_${'0'.repeat(32)}`,
    state: 'open',
    bundle: 'starter',
    bundles: 1,
    tokens: 1_000,
    usd: 1,
    asset: 'usdc-8453',
    chainId: 8453,
    symbol: 'USDC',
    payTo,
    amount,
    uri: '',
    confirmations: 1,
    expiresAt: 0,
    note: '',
  };
}
