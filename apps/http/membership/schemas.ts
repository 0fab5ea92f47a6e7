import * as z from 'zod';
import { asHex } from '@interline/kernel';
import { answerFields, epochMs, requestFields, walletSignature } from '../server/schemas/fields.ts';

const wantedNonce = { error: '32 bytes in hex, fresh for each link' };
const wantedSignature = { error: "the vault's signature of the link, in hex" };
const wantedExpiry = { error: 'whole seconds of the epoch, within a year' };
const wantedChain = { error: 'the chain id of the signed domain' };

const token = {
  chainId: z.int().meta({ description: 'EVM chain id' }),
  collection: z.string().meta({ description: 'contract address' }),
  name: z.string(),
  tokenId: z.string().meta({ description: 'digits' }),
  holder: z.string().meta({ description: 'the wallet itself, or a vault that speaks for it' }),
};

export const collectionsAnswer = z
  .object({
    items: z.array(
      z.object({
        chainId: token.chainId,
        address: z.string(),
        standard: z.literal('ERC-721'),
        name: z.string(),
        budgetPerDay: z.int().meta({
          description: 'transfers of the micro tier that each of its NFTs has free of charge a day',
        }),
        minHeldSeconds: z.int().meta({
          description: 'how long an owner must have held one; in any case until it is final',
        }),
      }),
    ),
  })
  .meta({ id: 'MemberCollections' });

export const memberQuery = z.object({
  address: requestFields.address.meta({ description: 'the wallet that pays' }),
  collection: requestFields.address
    .optional()
    .meta({ description: 'one collection; all when left out' }),
});

export const memberAnswer = z
  .object({
    member: z.boolean(),
    tokens: z.array(
      z.object({
        ...token,
        atBlock: z.int().meta({ description: 'the block at which it was seen' }),
      }),
    ),
    reason: z.string().meta({ description: 'why there are none, or no others' }),
  })
  .meta({ id: 'Member' });

export const usageAnswer = z
  .object({
    tokens: z.array(
      z.object({
        ...token,
        day: z.string().meta({ description: 'of UTC' }),
        used: z.int(),
        left: z.int(),
      }),
    ),
  })
  .meta({ id: 'MemberUsage' });

export const linkBody = z.strictObject({
  vault: requestFields.address.meta({ description: 'the wallet that holds the NFT' }),
  chainId: z.int(wantedChain).min(1, wantedChain).max(Number.MAX_SAFE_INTEGER, wantedChain).meta({
    description:
      'of the signed domain {name: "Interline membership", version: "1", chainId}; where a vault that is a contract is',
  }),
  expires: z
    .int(wantedExpiry)
    .min(1, wantedExpiry)
    .max(253_402_300_799, wantedExpiry)
    .meta({ description: wantedExpiry.error }),
  nonce: z
    .string(wantedNonce)
    .regex(/^0x[0-9a-fA-F]{64}$/, wantedNonce)
    .transform((text) => asHex(text.toLowerCase()))
    .meta({ description: wantedNonce.error }),
  signature: walletSignature(wantedSignature).meta({
    description:
      'EIP-712 over Link(address vault,address hot,uint256 expires,bytes32 nonce), by the key of the vault or accepted by its code (ERC-1271); hot is the signed-in wallet',
  }),
});

export const linkAnswer = z
  .object({
    vault: z.string(),
    hot: z.string(),
    onlyOn: answerFields.chain
      .nullable()
      .meta({ description: 'the chain of a vault that is a contract; null for a key' }),
    expiresAt: epochMs,
  })
  .meta({ id: 'VaultLink' });

export const unlinkQuery = z.object({
  wallet: requestFields.address.meta({ description: 'the other side: the vault, or the wallet' }),
});

export const unlinkAnswer = z.object({ ended: z.literal(true) }).meta({ id: 'VaultLinkEnded' });
