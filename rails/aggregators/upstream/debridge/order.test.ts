import type { EvmAddress } from '@interline/plugins';
import { expect } from 'chai';
import { contractOf } from '../../testing/contract.ts';
import { depositor, payer, recipient, testAsk } from '../../testing/test-ask.ts';
import { readOrderCalldata } from './calldata.ts';
import {
  cancelCalldata,
  type DlnOrder,
  keepOrder,
  keptOrder,
  orderIdOf,
  orderUnder,
} from './order.ts';
import { orderCalldata, orderId, orderIdIn } from './testing/debridge-bodies.ts';

/** By an encoder that is not ours. */
const dlnDestination = contractOf(`function sendEvmOrderCancel(
  (uint64 makerOrderNonce, bytes makerSrc, uint256 giveChainId, bytes giveTokenAddress, uint256 giveAmount,
   uint256 takeChainId, bytes takeTokenAddress, uint256 takeAmount, bytes receiverDst, bytes givePatchAuthoritySrc,
   bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes allowedCancelBeneficiarySrc, bytes externalCall) order,
  address cancelBeneficiary, uint256 executionFee)`);

describe('an order of deBridge as its contracts know it', () => {
  it('has the id that deBridge itself gave a live order', () => {
    // create-tx of 1 USDC from Polygon to BTCB on BNB, March 2024: without taker and beneficiary.
    const maker = '0x0040042bf6f5bf12819e49336ac19bcb982919e6' as EvmAddress; // CAST: an address.
    const live: DlnOrder = {
      salt: 0x18e1a7fef7dn,
      maker,
      giveChainId: 137n,
      giveToken: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359' as EvmAddress, // CAST: an address.
      giveAmount: 999_600n,
      takeChainId: 56n,
      takeToken: '0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c' as EvmAddress, // CAST: an address.
      takeAmount: 0x174fabbac94n,
      receiver: maker,
      patchAuthority: maker,
      orderAuthority: maker,
      allowedTaker: '0x',
      cancelBeneficiary: '0x' as EvmAddress, // CAST: none, which no order of ours has.
    };

    expect(orderIdOf(live)).to.equal(
      '0x39bd1fb15349b03010a80264e3ed9df698aa82ce5552e9191dc3ad01b728ea96',
    );
  });

  it('is cancelled by a call that holds all of it, its beneficiary and the reward', () => {
    const order = sound({ allowedTakerDst: '0x555ce236c0220695b68341bc48c68d52210cc35b' });

    const read = dlnDestination.decode('sendEvmOrderCancel', cancelCalldata(order, 7_000n));

    expect(read).to.deep.equal([
      [
        1_790_000_000_123n,
        depositor,
        8453n,
        '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        99_960_000n,
        42_161n,
        '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
        99_760_000n,
        recipient,
        depositor,
        depositor,
        '0x555ce236c0220695b68341bc48c68d52210cc35b',
        payer,
        '0x',
      ],
      payer,
      7_000n,
    ]);
    expect(cancelCalldata(order, 7_000n)).to.equal(
      dlnDestination.encode('sendEvmOrderCancel', read ?? []),
    );
  });

  it('comes back from a ref as it went in', () => {
    const order = sound();

    const kept: unknown = JSON.parse(JSON.stringify(keepOrder(order)));

    expect(keptOrder.parse(kept)).to.deep.equal(order);
    expect(orderIdOf(keptOrder.parse(kept))).to.equal(orderId);
  });
});

function sound(changes: Parameters<typeof orderCalldata>[0] = {}): DlnOrder {
  const data = orderCalldata(changes);
  const read = readOrderCalldata(data);
  const order =
    read.kind === 'order' ? orderUnder(orderIdIn(data), read, testAsk(), 40_000n) : null;
  if (order === null) throw new Error('the order cannot be read');
  return order;
}
