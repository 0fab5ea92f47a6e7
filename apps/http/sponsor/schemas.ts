import { callStatuses } from '@interline/core/sponsor';
import * as z from 'zod';
import { answerFields, epochMs, requestFields } from '../server/schemas/fields.ts';
import { typedData } from '../transfer/agent/schemas.ts';

const wantedBytes = { error: '0x and hex bytes' };
const wantedWord = { error: '32 bytes in hex, with 0x' };
const wantedSignature = { error: 'a signature of 65 bytes in hex, with 0x' };
const wantedNonce = { error: 'a whole number from 0' };
const wantedParity = { error: '0 or 1' };
const wantedCalls = { error: 'an array of 1 to 16 calls, each {to, value, data}' };
const wantedId = { error: 'the id of a sponsored call' };

const word = z
  .string(wantedWord)
  .regex(/^0x[0-9a-fA-F]{64}$/, wantedWord)
  .meta({ examples: [`0x${'1b'.repeat(32)}`] });

const callId = z
  .string(wantedId)
  .regex(/^sp_[0-9a-f]{32}$/, wantedId)
  .meta({ examples: ['sp_0f1e2d3c4b5a69788796a5b4c3d2e1f0'] });

const authorization = z.strictObject({
  chainId: z.int(wantedNonce).min(0, wantedNonce),
  address: requestFields.address,
  nonce: z.int(wantedNonce).min(0, wantedNonce),
  yParity: z.union([z.literal(0), z.literal(1)], wantedParity),
  r: word,
  s: word,
});

export type AuthorizationWire = z.output<typeof authorization>;

export const prepareBody = z.strictObject({
  chainId: requestFields.chain,
  account: requestFields.address.meta({
    description: 'the account that makes the calls and pays the fee',
  }),
  calls: z
    .array(
      z.strictObject({
        to: requestFields.address,
        value: requestFields.digits
          .optional()
          .meta({ description: "of the account's own coin, in smallest units; 0 where left out" }),
        data: z
          .string(wantedBytes)
          .regex(/^0x([0-9a-fA-F]{2})*$/, wantedBytes)
          .optional()
          .meta({ description: 'calldata; none where left out' }),
      }),
      wantedCalls,
    )
    .min(1, wantedCalls)
    .max(16, wantedCalls)
    .meta({ description: 'made in this order after the fee, all or none' }),
  feeToken: requestFields.token.meta({
    description: 'symbol or address; GET /api/sponsor/info lists the accepted ones',
  }),
  nonceKey: requestFields.digits.optional().meta({
    description: 'calls with different keys are unordered; 0 when left out',
  }),
  allowApprove: requestFields.flag.optional().meta({
    description: 'confirms the rights that the calls give to others, such as allowances',
  }),
});

export type PrepareWire = z.output<typeof prepareBody>;

const toAuthorize = z
  .object({
    chainId: z.int(),
    address: answerFields.evmAddress.meta({ description: 'the code that the account gets' }),
    nonce: z.int().meta({ description: "the account's next nonce" }),
  })
  .meta({ description: 'the authorization (EIP-7702) to sign as well' });

const fee = z
  .object({
    token: answerFields.evmAddress,
    symbol: answerFields.symbol,
    amount: answerFields.units,
  })
  .meta({ description: 'paid to the relayer by the first call of the batch' });

export const preparedAnswer = z
  .object({
    id: callId,
    expiresAt: epochMs,
    fee,
    delegated: z.boolean().meta({ description: 'whether the account has the code already' }),
    authorization: toAuthorize.optional(),
    userOpHash: word,
    eip712: typedData.meta({ description: "the typed data that the account's key signs" }),
    simulation: z.object({
      ok: z
        .literal(true)
        .meta({ description: 'calls that would fail are refused: SIMULATION_FAILED' }),
      balanceChanges: z.array(
        z.object({
          token: answerFields.token,
          amount: z
            .string()
            .meta({ description: 'smallest units, below zero where they leave the account' }),
        }),
      ),
    }),
  })
  .meta({ id: 'PreparedSponsoredCall' });

export const executeSponsoredBody = z.strictObject({
  id: callId,
  signature: z.string(wantedSignature).regex(/^0x[0-9a-fA-F]{130}$/, wantedSignature),
  authorization: authorization
    .optional()
    .meta({ description: 'the one that prepare returned, signed' }),
});

export const sponsoredCallPath = z.object({ id: callId });

export const sponsoredCallAnswer = z
  .object({
    id: callId,
    kind: z.enum(['calls', 'revocation']),
    chainId: answerFields.chain,
    account: answerFields.evmAddress,
    status: z.enum(callStatuses).meta({
      description:
        'ACCEPTED until a block shows the end, and again if a reorg takes it back; FAILED: no fee came, and the code that was signed for made no call',
    }),
    txHash: answerFields.hash,
    userOpHash: word.nullable(),
    fee: fee.nullable(),
    gasUsed: answerFields.units.nullable().meta({ description: 'of these calls alone' }),
    innerError: z.string().nullable().meta({ description: 'why the calls failed' }),
    createdAt: epochMs.meta({ description: 'when it was prepared, in epoch milliseconds' }),
  })
  .meta({ id: 'SponsoredCall' });

export const revokeBody = z.strictObject({
  chainId: requestFields.chain,
  account: requestFields.address,
  authorization: authorization.optional().meta({ description: 'left out to ask what to sign' }),
});

export const revokeAnswer = z
  .object({
    chainId: answerFields.chain,
    account: answerFields.evmAddress,
    authorization: toAuthorize.optional().meta({ description: 'sign it and send it here' }),
    call: sponsoredCallAnswer.optional().meta({ description: 'once it is sent' }),
  })
  .meta({ id: 'SponsoredRevocation' });

export const sponsorInfo = z
  .object({
    chains: z
      .record(
        z.string(),
        z.object({
          entryPoint: answerFields.evmAddress,
          delegate: answerFields.evmAddress,
          delegateCodeHash: word,
          feeTokens: z.array(
            z.object({
              address: answerFields.evmAddress,
              symbol: answerFields.symbol,
              decimals: z.int(),
            }),
          ),
        }),
      )
      .meta({ description: 'by chain id' }),
  })
  .meta({ id: 'SponsorInfo' });
