import { Interface, solidityPackedKeccak256 } from 'ethers';
import { callTemplate } from './call-template.ts';
import { type BenchEngine, lane, less, said, usdc } from './engine.ts';

const dlnSource = '0xef4fb24ad0916217251f553c0596f8edc630eb66';
const allowanceTarget = '0x663dc15d3c1ac63ff12e45ab68fea3f0a883c251';
const fixFee = '1000000000000000';
const protocolFee = 40_000n;
const salt = 1n;
const contract = new Interface([
  `function createSaltedOrder(
  (address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst,
   address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc) orderCreation,
  uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata)`,
]);
const orderCall = callTemplate(
  (units, give: string, take: string, recipient: string, depositor: string, payer: string) =>
    contract.encodeFunctionData('createSaltedOrder', [
      [give, units, take, units, lane.to, recipient, depositor, depositor, '0x', '0x', payer],
      salt,
      '0x',
      0,
      '0x',
      '0x',
    ]),
);

/** As the order's contracts compute it. deBridge's numbers of these two chains are their own. */
function orderIdOf(units: bigint, parties: readonly string[]): string {
  const [give, take, recipient, depositor, payer] = parties;
  const fields: readonly (readonly [string, unknown])[] = [
    ['uint64', salt],
    ...sized(depositor),
    ['uint256', lane.from],
    ...sized(give),
    ['uint256', units - protocolFee],
    ['uint256', lane.to],
    ...sized(take),
    ['uint256', units],
    ...sized(recipient),
    ...sized(depositor),
    ...sized(depositor),
    ...sized('0x'),
    ...sized(payer),
    ['bool', false],
  ];
  return solidityPackedKeccak256(
    fields.map(([type]) => type),
    fields.map(([, value]) => value),
  );
}

function sized(bytes = '0x'): readonly (readonly [string, unknown])[] {
  return [
    ['uint8', bytes.length / 2 - 1],
    ['bytes', bytes],
  ];
}

export const debridge: BenchEngine = {
  name: 'debridge',
  latencyMs: 29,
  path: '/v1.0/dln/order/create-tx',
  answer(question) {
    const parties = said(
      question,
      'srcChainTokenIn',
      'dstChainTokenOut',
      'dstChainTokenOutRecipient',
      'senderAddress',
      'srcChainRefundAddress',
    );
    const [give, take] = parties;
    const units = BigInt(...said(question, 'srcChainTokenInAmount'));
    const amount = less(units, 24n);
    return {
      estimation: {
        srcChainTokenIn: {
          ...usdc(lane.from, give),
          amount: units.toString(),
          approximateOperatingExpense: '120000',
          mutatedWithOperatingExpense: false,
        },
        dstChainTokenOut: {
          ...usdc(lane.to, take),
          amount,
          recommendedAmount: amount,
          maxTheoreticalAmount: units.toString(),
        },
        costsDetails: [
          {
            chain: String(lane.from),
            tokenIn: give,
            tokenOut: give,
            amountIn: units.toString(),
            amountOut: less(units, 4n),
            type: 'DlnProtocolFee',
            payload: { feeBps: '4' },
          },
        ],
        recommendedSlippage: 0,
      },
      tx: {
        to: dlnSource,
        data: orderCall(units, ...parties),
        value: fixFee,
        allowanceTarget,
        allowanceValue: units.toString(),
      },
      prependedOperatingExpenseCost: '0',
      order: { approximateFulfillmentDelay: 8, salt: 1, metadata: '0x0101' },
      orderId: orderIdOf(units, parties),
      fixFee,
      protocolFee: protocolFee.toString(),
      usdPriceImpact: -0.24,
    };
  },
};
