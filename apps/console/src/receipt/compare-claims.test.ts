import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { delivered, sampleReceipt } from '../testing/sample-receipt.ts';
import { differencesOf, isDigestOfOrder } from './compare-claims.ts';

const shown = sampleReceipt({ ...delivered, updatedAt: 4_000 });
const order = {
  from: { chain: 8453, token: '0xaa', symbol: 'USDC', decimals: 6, amount: '5000000' },
  to: { chain: 42161, token: '0xbb', symbol: 'USDC', decimals: 6, recipient: '0x11' },
  payer: '0x11',
  minOut: '4971020',
};
const signed = {
  iss: 'interline',
  v: 2,
  id: shown.id,
  status: 'DONE',
  stage: 'DELIVERED',
  ...order,
  to: { ...order.to, delivered: '4996000' },
  srcTx: '0xs',
  destTx: '0xd',
  refundTx: null,
  svcFee: '4000',
  bridged: '4996000',
  endedAt: 4_000,
  orderDigest: createHash('sha256')
    .update(JSON.stringify([order.from, order.to, order.payer, order.minOut]))
    .digest('hex'),
};

describe('a signed receipt compared with the page', () => {
  it('says the same, whatever the case of an address', () => {
    expect(differencesOf(signed, shown)).to.deep.equal([]);
    expect(
      differencesOf(signed, { ...shown, from: { ...shown.from, token: '0xAA' } }),
    ).to.have.length(0);
  });

  it('reports each figure, address and transaction that differs on the page', () => {
    const other = {
      ...shown,
      ...({ status: 'FAILED' } as const),
      ...{ stage: 'REFUNDED', srcTx: '0xt', destTx: null, refundTx: '0xee' },
      ...{ svcFee: '0', bridged: '0', updatedAt: 5_000 },
      from: { ...shown.from, amount: '5000001', address: '0x12' },
      to: { ...shown.to, delivered: null, min: '4971021', recipient: '0x13', chain: 10 },
    } as const;

    expect(differencesOf(signed, other).map(({ field }) => field)).to.deep.equal([
      ...['status', 'stage', 'from amount', 'payer', 'to chain', 'to recipient', 'to delivered'],
      ...['minOut', 'srcTx', 'destTx', 'refundTx', 'svcFee', 'bridged', 'endedAt'],
    ]);
    expect(differencesOf(signed, { ...shown, refundTx: '0xee' })).to.deep.equal([
      { field: 'refundTx', signed: '', shown: '0xee' },
    ]);
  });

  it('reports decimals that differ on the page, and does not require them in a receipt of the first version', () => {
    const other = { ...shown, to: { ...shown.to, decimals: 18 } };
    const { decimals: _from, ...from } = signed.from;
    const { decimals: _to, ...to } = signed.to;

    expect(differencesOf(signed, other)).to.deep.equal([
      { field: 'to decimals', signed: '6', shown: '18' },
    ]);
    expect(differencesOf({ ...signed, v: 1, from, to }, other)).to.deep.equal([]);
    expect(differencesOf({ ...signed, from, to }, shown)).to.have.length(2);
  });

  it('is of the order that its digest names', async () => {
    expect(await isDigestOfOrder(signed)).to.equal(true);
    expect(await isDigestOfOrder({ ...signed, minOut: '1' })).to.equal(false);
  });
});
