import { defineEndpoint } from '../../server/endpoint.ts';
import { perMinute } from '../../server/limits/request-limit.ts';
import { agentAnswer, agentRequestBody } from './schemas.ts';
import { parseAgentRequest, parseDepositRequest, parseIntent } from './parse.ts';
import { presentAgentAnswer, presentDepositAnswer } from './present.ts';

export const agentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/agent/do',
  tool: {
    name: 'prepare',
    title: 'Prepare a transfer to be signed',
    advice:
      'It moves nothing. Have the wallet at fromAddress sign signRequest.eip712 as it is, and signRequest.allowance.eip712 where it is there; then call execute. Fill in intent, or fromChain, toChain and amount.',
  },
  isTraced: true,
  summary:
    'A quote, the typed data to sign for it, and the execute body that takes the signature; from fields, or from an intent in words.',
  limit: perMinute('agent', 40),
  request: { body: agentRequestBody },
  example: {
    fromChain: 8453,
    toChain: 42161,
    token: 'USDC',
    amount: '25000000',
    fromAddress: '0x1111111111111111111111111111111111111111',
  },
  response: agentAnswer,
  errors: [
    'MISSING_FIELD',
    'BAD_AMOUNT',
    'BODY_TOO_LARGE',
    'UNROUTABLE_LANE',
    'NATIVE_NOT_PULLABLE',
    'BURN_ADDRESS_REFUSED',
    'MEMO_REQUIRED',
    'TRUSTLINE_MISSING',
    'UNSUPPORTED_DIRECTION',
    'BELOW_AGREED_OUTPUT',
    'NO_ROUTE',
    'INSUFFICIENT_FLOAT',
    'BUDGET_SPENT',
    'ACCOUNT_STOPPED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  needs: 'lane',
  async handle({ body, askedBy, deps, signal }) {
    const { wire, understood } = parseIntent(
      body,
      deps.useCases.assistant.understandTransfer,
      deps.tokens,
    );
    const { slippage, excludeRails } = body;
    const words = understood === null ? {} : { understood };
    const isOptIn = (engine: string): boolean => deps.isOptIn(engine);
    const choices = { slippage, excludeRails, isOptIn };
    const deposit = parseDepositRequest(wire, deps);
    if (deposit !== null) {
      const { prepareDeposit } = deps.useCases.transfer;
      const asked = { ...deposit.request, askedBy };
      const ready = await prepareDeposit(asked, deposit.minOut, excludeRails ?? [], signal);
      return { ...presentDepositAnswer(ready, deposit.request, choices), ...words };
    }
    const { request, minOut } = parseAgentRequest(wire, deps);
    const intent = await deps.useCases.transfer.prepareOrder(
      { ...request, askedBy },
      minOut,
      excludeRails ?? [],
      signal,
    );
    return { ...presentAgentAnswer(intent, request, choices), ...words };
  },
});
