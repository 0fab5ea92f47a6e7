import { asHex, evmChainId, RelayError } from '@interline/kernel';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { parseEvmAddress } from '../server/parse/parse-address.ts';
import { presentAddress } from '../server/present/present-address.ts';
import { parseAuthorization, parseCalls, parseSponsoringChain } from './parse.ts';
import { presentCall, presentPrepared, presentRevocation } from './present.ts';
import {
  executeSponsoredBody,
  prepareBody,
  preparedAnswer,
  revokeAnswer,
  revokeBody,
  sponsoredCallAnswer,
  sponsoredCallPath,
  sponsorInfo,
} from './schemas.ts';

const sampleId = 'sp_0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const sampleAccount = '0x1111111111111111111111111111111111111111';
const mostNonceKey = 2n ** 192n - 1n;

export const sponsorInfoEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/sponsor/info',
  summary:
    "The chains on which an account's calls are sent at our cost, and the tokens that pay the fee.",
  limit: perMinute('sponsor-info', 60),
  request: {},
  response: sponsorInfo,
  errors: ['SPONSOR_DISABLED'],
  async handle({ deps, signal }) {
    const { sponsor } = deps.useCases;
    sponsor.assertEnabled();
    const chains = (await sponsor.describeChains(signal)).map(
      ({ chain, entryPoint, delegate, delegateCodeHash, feeTokens }) => {
        const terms = {
          entryPoint: presentAddress(chain, entryPoint),
          delegate: presentAddress(chain, delegate),
          delegateCodeHash,
          feeTokens: feeTokens.map(({ address, symbol, decimals }) => ({
            address: presentAddress(chain, address),
            symbol,
            decimals,
          })),
        };
        return [String(evmChainId(chain)), terms] as const;
      },
    );
    return { chains: Object.fromEntries(chains) };
  },
});

export const prepareSponsoredEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/sponsor/prepare',
  tool: { name: 'sponsor_prepare', title: 'Prepare sponsored calls to be signed' },
  summary: "Fixes the fee of an account's calls and says what to sign; sends nothing.",
  limit: perMinute('sponsor-prepare', 20),
  request: { body: prepareBody },
  example: {
    chainId: 8453,
    account: sampleAccount,
    calls: [{ to: '0x2222222222222222222222222222222222222222', value: '0', data: '0x' }],
    feeToken: 'USDC',
  },
  response: preparedAnswer,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'SPONSOR_DISABLED',
    'UNROUTABLE_LANE',
    'CHAIN_NOT_7702',
    'DELEGATE_NOT_ALLOWED',
    'SPONSOR_QUOTA',
    'BUDGET_SPENT',
    'SIMULATION_FAILED',
    'GAS_CEILING',
    'FEE_TOO_LOW',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  async handle({ body, client, deps, signal }) {
    const { sponsor } = deps.useCases;
    sponsor.assertEnabled();
    const chain = parseSponsoringChain(body.chainId, deps);
    const nonceKey = BigInt(body.nonceKey ?? '0');
    if (nonceKey > mostNonceKey)
      throw new RelayError('BAD_REQUEST', { field: 'nonceKey' }, 'nonceKey has 192 bits at most');
    const asked = {
      chain,
      nonceKey,
      client,
      allowApprove: body.allowApprove ?? false,
      account: parseEvmAddress(deps.addresses, body.account, 'account'),
      calls: parseCalls(body.calls, deps),
      feeToken: deps.tokens.resolve(chain, body.feeToken, 'feeToken'),
    };
    return presentPrepared(await sponsor.prepareCall(asked, signal));
  },
});

export const executeSponsoredEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/sponsor/execute',
  tool: { name: 'sponsor_execute', title: 'Send sponsored calls that were signed' },
  summary: "Sends an account's signed calls at our cost; repeated, returns their state.",
  limit: perMinute('sponsor-execute', 8),
  request: { body: executeSponsoredBody },
  example: { id: sampleId, signature: `0x${'1b'.repeat(65)}` },
  response: sponsoredCallAnswer,
  changes: 'call',
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'SPONSOR_DISABLED',
    'UNKNOWN_RECORD',
    'PREPARE_EXPIRED',
    'NONCE_TAKEN',
    'AUTHORIZATION_INVALID',
    'DELEGATE_NOT_ALLOWED',
    'SPONSOR_QUOTA',
    'BUDGET_SPENT',
    'SIMULATION_FAILED',
    'FEE_TOO_LOW',
    'PAUSED',
    'GAS_EXHAUSTED',
    'ACCOUNT_STOPPED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  async handle({ body, deps, signal }) {
    const { sponsor } = deps.useCases;
    sponsor.assertEnabled();
    const signed = {
      id: body.id,
      signature: asHex(body.signature),
      authorization: parseAuthorization(body.authorization, deps),
    };
    return presentCall(await sponsor.executeCall(signed, signal));
  },
});

export const readSponsoredEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/sponsor/{id}',
  summary: 'The state of sponsored calls.',
  limit: readLimit('sponsor-read'),
  request: { params: sponsoredCallPath },
  example: { id: sampleId },
  response: sponsoredCallAnswer,
  errors: ['SPONSOR_DISABLED', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ params, deps }) {
    const { sponsor } = deps.useCases;
    sponsor.assertEnabled();
    return presentCall(await sponsor.readCall(params.id));
  },
});

export const revokeSponsoredEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/sponsor/revoke',
  summary: 'Removes the code that sponsored calls gave an account, at our cost.',
  limit: perMinute('sponsor-revoke', 8),
  request: { body: revokeBody },
  example: { chainId: 8453, account: sampleAccount },
  response: revokeAnswer,
  changes: 'call',
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'SPONSOR_DISABLED',
    'UNROUTABLE_LANE',
    'CHAIN_NOT_7702',
    'WRONG_STATE',
    'AUTHORIZATION_INVALID',
    'DELEGATE_NOT_ALLOWED',
    'NONCE_TAKEN',
    'SPONSOR_QUOTA',
    'BUDGET_SPENT',
    'PAUSED',
    'GAS_EXHAUSTED',
    'ACCOUNT_STOPPED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  async handle({ body, client, deps, signal }) {
    const { sponsor } = deps.useCases;
    sponsor.assertEnabled();
    const chain = parseSponsoringChain(body.chainId, deps);
    const account = parseEvmAddress(deps.addresses, body.account, 'account');
    const authorization = parseAuthorization(body.authorization, deps);
    const asked = { chain, account, authorization, client };
    return presentRevocation(await sponsor.revokeDelegation(asked, signal), asked);
  },
});
