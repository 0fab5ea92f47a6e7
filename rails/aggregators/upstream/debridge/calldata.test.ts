import type { Hex } from '@interline/plugins';
import fc from 'fast-check';
import {
  anyAddress,
  anyBytes,
  anyUint256,
  anyUint32,
  anyUint64,
} from '../../testing/abi-values.ts';
import { itReadsLikeTheChain } from '../../testing/reads-like-the-chain.ts';
import { readOrderCalldata } from './calldata.ts';
import { dlnContract } from './testing/debridge-bodies.ts';

const addressOrNone: fc.Arbitrary<Hex> = fc.oneof(anyAddress, fc.constant<Hex>('0x'));

describe('an order of deBridge', () => {
  itReadsLikeTheChain({
    values: fc.tuple(
      fc.tuple(
        anyAddress,
        anyUint256,
        anyAddress,
        anyUint256,
        anyUint256,
        anyAddress,
        anyAddress,
        anyAddress,
        anyBytes,
        anyBytes,
        addressOrNone,
      ),
      anyUint64,
      anyBytes,
      anyUint32,
      anyBytes,
      anyBytes,
    ),
    encode: (values) => dlnContract.encode('createSaltedOrder', values),
    decode: (data) => dlnContract.decode('createSaltedOrder', data),
    read: orderIn,
    factsOf: ([
      [
        giveTokenAddress,
        giveAmount,
        takeTokenAddress,
        takeAmount,
        takeChainId,
        receiverDst,
        givePatchAuthoritySrc,
        orderAuthorityAddressDst,
        allowedTakerDst,
        externalCall,
        allowedCancelBeneficiarySrc,
      ],
    ]) => ({
      giveTokenAddress,
      giveAmount,
      takeTokenAddress,
      takeAmount,
      takeChainId,
      receiverDst,
      givePatchAuthoritySrc,
      orderAuthorityAddressDst,
      allowedTakerDst,
      externalCall,
      allowedCancelBeneficiarySrc,
    }),
  });
});

function orderIn(data: Hex) {
  const read = readOrderCalldata(data);
  return read.kind === 'order' ? read.order : null;
}
