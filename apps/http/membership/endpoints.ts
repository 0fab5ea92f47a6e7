import { RelayError } from '@interline/kernel';
import { defineAccountEndpoint } from '../accounts/account-endpoint.ts';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { parseEvmAddress } from '../server/parse/parse-address.ts';
import { holderOf } from './holder-of.ts';
import { presentCollection, presentLink, presentToken, presentUse } from './present.ts';
import {
  collectionsAnswer,
  linkAnswer,
  linkBody,
  memberAnswer,
  memberQuery,
  unlinkAnswer,
  unlinkQuery,
  usageAnswer,
} from './schemas.ts';

const wallet = '0x1111111111111111111111111111111111111111';
const scope = 'account.read';
const linkLimit = perMinute('membership-link', 10);

export const collectionsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/membership/collections',
  summary:
    'The collections whose NFTs make members, and how much each NFT has free of charge a day.',
  limit: readLimit('membership-collections', 60),
  request: {},
  response: collectionsAnswer,
  errors: [],
  async handle({ deps }) {
    return { items: deps.useCases.membership.collections.map(presentCollection) };
  },
});

export const memberEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/membership',
  summary: 'Whether a wallet is a member now, by which NFTs of its own or of its vaults.',
  limit: perMinute('membership', 30),
  request: { query: memberQuery },
  example: { address: wallet },
  response: memberAnswer,
  errors: ['MISSING_FIELD', 'UNROUTABLE_LANE', 'UNKNOWN_COLLECTION', 'STORE_DOWN'],
  async handle({ query, deps, signal }) {
    const { membership } = deps.useCases;
    const address = parseEvmAddress(deps.addresses, query.address, 'address');
    const only =
      query.collection === undefined
        ? null
        : parseEvmAddress(deps.addresses, query.collection, 'collection');
    if (only !== null && !membership.collections.some((one) => one.address === only))
      throw new RelayError('UNKNOWN_COLLECTION');
    const { tokens, reason } = await membership.readMember({ address, onlyOn: null }, signal);
    const shown = tokens.filter(({ collection }) => only === null || collection.address === only);
    return { member: shown.length > 0, tokens: shown.map(presentToken), reason };
  },
});

export const usageEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/membership/usage',
  summary: "What the wallet's member NFTs, and those of its vaults, have left today.",
  limit: perMinute('membership-usage', 60),
  scope,
  request: {},
  response: usageAnswer,
  errors: ['STORE_DOWN'],
  async handle({ deps, session, signal }) {
    const uses = await deps.useCases.membership.readUse(holderOf(session), signal);
    return { tokens: uses.map(presentUse) };
  },
});

export const linkEndpoint = defineAccountEndpoint({
  method: 'POST',
  path: '/api/membership/link',
  summary:
    'Makes the signed-in wallet count as a member by what a vault holds, as the vault signed.',
  limit: linkLimit,
  scope,
  request: { body: linkBody },
  example: {
    vault: '0x2222222222222222222222222222222222222222',
    chainId: 8453,
    expires: 1_893_456_000,
    nonce: `0x${'11'.repeat(32)}`,
    signature: `0x${'11'.repeat(65)}`,
  },
  response: linkAnswer,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'LINK_INVALID', 'CHAIN_UNREACHABLE', 'STORE_DOWN'],
  changes: 'link',
  async handle({ body, deps, session, signal }) {
    const { expires, ...signed } = body;
    return presentLink(
      await deps.useCases.membership.linkVault(
        {
          ...signed,
          vault: parseEvmAddress(deps.addresses, body.vault, 'vault'),
          hot: holderOf(session).address,
          hotOnlyOn: session.account.onlyOn,
          expiresAtMs: expires * 1_000,
        },
        signal,
      ),
    );
  },
});

export const unlinkEndpoint = defineAccountEndpoint({
  method: 'DELETE',
  path: '/api/membership/link',
  summary: 'Ends the link between the signed-in wallet and a vault, from either side.',
  limit: linkLimit,
  scope,
  request: { query: unlinkQuery },
  example: { wallet },
  response: unlinkAnswer,
  errors: ['MISSING_FIELD', 'UNROUTABLE_LANE', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  changes: 'link',
  async handle({ query, deps, session }) {
    await deps.useCases.membership.endLink({
      by: holderOf(session),
      other: parseEvmAddress(deps.addresses, query.wallet, 'wallet'),
    });
    return { ended: true as const };
  },
});
