import { ServiceError } from '@interline/client';
import { expect } from 'chai';
import { inPayerWords, sayingToPayer } from './say-to-payer.ts';

const usdc = { decimals: 6, symbol: 'USDC' };

describe('a reason that a payer reads', () => {
  for (const [said, read] of [
    [
      'the pull would revert: the payer holds 45000000, the permit is for 500000000',
      'the pull would revert: the payer holds 45 USDC, the permit is for 500 USDC',
    ],
    [
      'the payer holds 999999; this pull and the ones under way need 1000000',
      'the payer holds 0.999999 USDC; this pull and the ones under way need 1 USDC',
    ],
    [
      'lifi: our charge of 1800001 leaves nothing of 1; relay: it rests until 12',
      'lifi: our charge of 1.800001 USDC leaves nothing of 0.000001 USDC; relay: it rests until 12',
    ],
    [
      'amount 250000001 is above capNow 250000000, a quarter of the free float on eip155:8453',
      'amount 250.000001 USDC is more than can be sent now, at most 250 USDC, a quarter of the free float on chain 8453',
    ],
    [
      'Permit2 may take 0 from the payer, the permit is for 5000000',
      'Permit2 may take 0 USDC from the payer, the permit is for 5 USDC',
    ],
    [
      'the amount is worth 100 micro-USD; the float lane wants at least 10000',
      'the amount is worth 0.0001 USD; the float lane wants at least 0.01 USD',
    ],
    [
      'gas exceeds the fee by 4546 micro-USD, and the float lane adds at most 4545 to one transfer towards eip155:8453',
      'gas exceeds the fee by 0.004546 USD, and the float lane adds at most 0.004545 USD to one transfer towards chain 8453',
    ],
    [
      'USDC is at 980000 micro-USD and DAI at 1000000: the payout would be worth more',
      'USDC is at 0.98 USD and DAI at 1 USD: the payout would be worth more',
    ],
    [
      "today's gas subsidy of 5000000 micro-USD on eip155:8453 is spent",
      "today's gas subsidy of 5 USD on chain 8453 is spent",
    ],
    [
      'amount 400000 would pay out 175 after fee and gas; wanted at least 294, the dust limit of a P2WPKH output: send 407001 or more',
      'amount 0.4 USDC would pay out 175 after fee and gas; wanted at least 294, the dust limit of a P2WPKH output: send 0.407001 USDC or more',
    ],
    [
      'bitcoin: a deposit of 1 is too small: wanted at least 779, which covers',
      'bitcoin: a deposit of 0.000001 USDC is too small: wanted at least 0.000779 USDC, which covers',
    ],
    [
      'your unpaid deposits may lock at most 100; 90 is locked, and this one needs 11; pay one',
      'your unpaid deposits may lock at most 0.0001 USDC; 0.00009 USDC is locked, and this one needs 0.000011 USDC; pay one',
    ],
    [
      "calls[0] gives 0xab rights over the account's assets; send allowApprove: true if that is intended",
      "calls[0] gives 0xab rights over the account's assets; add --allow-approve if that is intended",
    ],
  ] as const)
    it(`has its amounts in tokens: "${read}"`, () => {
      expect(inPayerWords(said, usdc)).to.equal(read);
    });
});

describe('a refusal of a transfer that was asked for on the command line', () => {
  const refusal = (errorCode: string, change: object = {}) =>
    new ServiceError(422, {
      error: 'amount 2 is above capNow 1',
      errorCode,
      suggestedAction: 'Set details.scope.',
      ...change,
    });
  const said = (isJson: boolean, thrown: ServiceError) =>
    sayingToPayer(isJson, usdc, () => Promise.reject(thrown)).catch(
      (error: Error) => error.message,
    );

  it('names options of the command line, and waits in seconds', async () => {
    const amounts = 'amount 0.000002 USDC is more than can be sent now, at most 0.000001 USDC';

    expect([
      await said(false, refusal('BURN_ADDRESS_REFUSED')),
      await said(false, refusal('BAD_AMOUNT')),
      await said(false, refusal('PAUSED', { retryAfterMs: 29_001 })),
      await said(false, refusal('MEMO_REQUIRED')),
      await said(false, refusal('TRUSTLINE_MISSING')),
      await said(false, refusal('FEE_TOO_LOW')),
      await said(false, refusal('INSUFFICIENT_FLOAT')),
      await said(false, refusal('UNSUPPORTED_DIRECTION')),
      await said(false, refusal('UNROUTABLE_LANE')),
      await said(false, refusal('RATE_LIMITED', { retryAfterMs: 20_391 })),
      await said(false, refusal('NO_ROUTE')),
    ]).to.deep.equal([
      `${amounts}. Correct the recipient.`,
      `${amounts}. Change --amount.`,
      `${amounts}. Try again in 30 s, or over other chains.`,
      `${amounts}. Add --memo <type:value>, as the recipient shows it with its address.`,
      `${amounts}. Then run the command again.`,
      `${amounts}. Have more of the fee token on that chain, or name another with --chain or --fee.`,
      `${amounts}. Send less, or try again shortly.`,
      `${amounts}. Choose other chains; of these "interline quote" shows at most a price.`,
      `${amounts}. Change --from, --to, --token or --to-token; "interline chains" lists what there is.`,
      `${amounts}. Try again in 21 s.`,
      `${amounts}. Set details.scope.`,
    ]);
  });

  it('names no field of a request: the recipient may have been given by either of two options', async () => {
    const toAddress = 'toAddress must be an address of 0x and 40 hex digits, got "0x12"';
    const refundAddress = 'refundAddress fails its base58 checksum';
    const token = 'token "USDC" is not known on bitcoin; name the token there as toToken';
    const lane = 'fromChain and toChain are the same';
    const unfunded = 'its account on eip155:42161 is not funded, nor the one on bitcoin';
    const trustline = 'send XLM first, or claimable: true for a balance to claim';

    expect([
      await said(false, refusal('NO_ROUTE', { error: toAddress })),
      await said(false, refusal('BAD_REQUEST', { error: refundAddress })),
      await said(false, refusal('NO_ROUTE', { error: trustline })),
      await said(false, refusal('NO_ROUTE', { error: token })),
      await said(false, refusal('NO_ROUTE', { error: lane })),
      await said(false, refusal('NO_ROUTE', { error: unfunded })),
    ]).to.deep.equal([
      'the recipient must be an address of 0x and 40 hex digits, got "0x12". Set details.scope.',
      '--refund-address fails its base58 checksum. Set details.scope.',
      'send XLM first, or --claimable for a balance to claim. Set details.scope.',
      'token "USDC" is not known on bitcoin; name the token there as --to-token. Set details.scope.',
      '--from and --to are the same. Set details.scope.',
      'its account on chain 42161 is not funded, nor the one on bitcoin. Set details.scope.',
    ]);
  });

  it('is left as the service said it for a program', async () => {
    expect(await said(true, refusal('PAUSED'))).to.equal(
      'amount 2 is above capNow 1. Set details.scope.',
    );
  });
});
