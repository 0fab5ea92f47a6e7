import { settlementStatuses } from '@interline/core/payments';
import * as z from 'zod';
import { answerFields, epochMs, requestFields } from '../server/schemas/fields.ts';
import { agentAnswer } from '../transfer/agent/schemas.ts';

const wantedVersion = { error: 'the version of x402, a whole number' };
const wantedText = { error: 'a string that is not empty' };
const wantedSeconds = { error: 'seconds, above 0' };
const wantedHex = { error: '0x and hex bytes' };
const wantedId = { error: 'the id of a payment' };
const wantedAccepts = { error: '1 to 32 demands of a seller' };
const wantedIdentifier = { error: '16 to 128 letters, digits, - and _' };

const text = z.string(wantedText).min(1, wantedText).max(2_000, wantedText);

/** A request of any version. Its content is checked once its version is known. */
export const facilitatorBody = z.strictObject({
  x402Version: z.int(wantedVersion).meta({ description: '2' }),
  paymentPayload: z
    .looseObject({})
    .meta({ description: 'as the client sent it in `PAYMENT-SIGNATURE`, decoded' }),
  paymentRequirements: z
    .looseObject({})
    .meta({ description: 'the requirements of the seller that the client accepted' }),
});

export type FacilitatorWire = z.output<typeof facilitatorBody>;

const requirements = z.looseObject({
  scheme: text,
  network: text,
  asset: text,
  payTo: text,
  amount: text,
  maxTimeoutSeconds: z.number(wantedSeconds).positive(wantedSeconds),
});

export type RequirementsWire = z.output<typeof requirements>;

const authorization = z.looseObject({
  from: text,
  to: text,
  value: text,
  validAfter: text,
  validBefore: text,
  nonce: text,
});

const permit2Authorization = z.looseObject({
  from: text,
  permitted: z.looseObject({ token: text, amount: text }),
  spender: text,
  nonce: text,
  deadline: text,
  witness: z.looseObject({ to: text, validAfter: text }),
});

const signature = z.string(wantedHex).regex(/^0x([0-9a-fA-F]{2})*$/, wantedHex);
const none = z.undefined().optional();

const payload = z.union(
  [
    z.looseObject({ permit2Authorization, signature }),
    z.looseObject({ permit2Authorization: none, authorization, signature }),
    // Another kind of payment: the use case refuses it as unsupported.
    z.looseObject({ permit2Authorization: none, authorization: none }),
  ],
  { error: 'an EIP-3009 authorization or one of Permit2, and its signature' },
);

export type PayloadWire = z.output<typeof payload>;

/** The shape of a payment of version 2. */
export const paymentShape = z.object({
  paymentPayload: z.looseObject({
    x402Version: z.int(wantedVersion),
    accepted: requirements,
    payload,
    extensions: z
      .looseObject({
        'payment-identifier': z
          .looseObject({
            info: z.looseObject({
              id: z
                .string(wantedIdentifier)
                .regex(/^[A-Za-z0-9_-]{16,128}$/, wantedIdentifier)
                .optional(),
            }),
          })
          .optional(),
      })
      .nullish(),
  }),
  paymentRequirements: requirements,
});

const method = z.enum(['eip3009', 'permit2']);
const methods = z.array(method);

export const supportedAnswer = z
  .object({
    kinds: z.array(
      z.object({
        x402Version: z.literal(2),
        scheme: z.literal('exact'),
        network: z.string().meta({ examples: ['eip155:8453'] }),
        extra: z.object({
          assetTransferMethod: method.meta({ description: 'where a demand names none' }),
          assetTransferMethods: methods.meta({ description: 'of any of the tokens' }),
          assets: z.array(
            z.object({
              asset: answerFields.evmAddress,
              symbol: answerFields.symbol,
              decimals: z.int(),
              assetTransferMethods: methods,
              name: z.string().optional().meta({
                description: "of the domain that is signed (EIP-712); none where only Permit2's is",
              }),
              version: z.string().optional(),
            }),
          ),
        }),
      }),
    ),
    extensions: z.array(z.string()),
    signers: z
      .record(z.string(), z.array(answerFields.evmAddress))
      .meta({ description: 'who sends the transactions, by family of chains' }),
  })
  .meta({ id: 'FacilitatorSupport' });

const reason = z.string().meta({
  description:
    'in the words of x402; `permit2_invalid_nonce` also where a stranger made the payment from inside another contract',
  examples: ['insufficient_funds'],
});
const payer = answerFields.evmAddress.meta({ description: 'who signed' });

export const verifyAnswer = z
  .object({
    isValid: z.boolean(),
    invalidReason: reason.optional(),
    invalidMessage: z.string().optional(),
    payer: payer.optional(),
  })
  .meta({ id: 'FacilitatorVerdict' });

const paymentId = z
  .string(wantedId)
  .regex(/^x4_[0-9a-f]{32}$/, wantedId)
  .meta({ examples: ['x4_0f1e2d3c4b5a69788796a5b4c3d2e1f0'] });

export const settleAnswer = z
  .object({
    success: z.boolean(),
    transaction: z.string().meta({
      description: 'the transaction that moved the money; empty where none does',
    }),
    network: z.string(),
    payer: payer.optional(),
    amount: answerFields.units.optional(),
    errorReason: reason.optional(),
    errorMessage: z.string().optional(),
    extra: z.object({ id: paymentId }).optional().meta({
      description:
        'the id of the payment, for GET /api/payments/{id}; left out where nothing was stored',
    }),
  })
  .meta({ id: 'FacilitatorSettlement' });

export const fundBody = z.strictObject({
  paymentRequired: z
    .looseObject({
      x402Version: z.literal(2, { error: '2' }),
      accepts: z.array(requirements, wantedAccepts).min(1, wantedAccepts).max(32, wantedAccepts),
    })
    .meta({ description: 'as the seller sent it in `PAYMENT-REQUIRED`, decoded' }),
  fromChain: requestFields.chain,
  fromToken: requestFields.token.meta({ description: 'symbol or address of what is spent' }),
  account: requestFields.address.meta({ description: 'who pays, on both chains' }),
});

export const fundAnswer = z
  .object({
    accepted: z
      .object({
        scheme: z.string(),
        network: z.string(),
        asset: z.string(),
        payTo: z.string(),
        amount: z.string(),
      })
      .meta({ description: 'the demand to pay once the transfer has arrived' }),
    ...agentAnswer.omit({ understood: true }).shape,
  })
  .meta({ id: 'FundedPayment' });

export const paymentPath = z.object({ id: paymentId });

export const paymentAnswer = z
  .object({
    id: paymentId,
    status: z.enum(settlementStatuses),
    network: z.string(),
    asset: answerFields.evmAddress,
    payer: answerFields.evmAddress,
    payTo: answerFields.evmAddress,
    amount: answerFields.units,
    assetTransferMethod: method,
    transaction: z.string().nullable(),
    isOurs: z.boolean().meta({
      description:
        'false where another sender had it included first: a stranger, or another facilitator',
    }),
    errorReason: reason.nullable(),
    createdAt: epochMs,
  })
  .meta({ id: 'SettledPayment' });
