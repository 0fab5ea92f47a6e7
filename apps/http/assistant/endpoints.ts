import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { parseRouteRequest } from '../transfer/route-request.ts';
import { askAnswer, askBody } from './schemas.ts';
import { presentAnswer } from './present.ts';

export const askEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/ask',
  tool: { name: 'ask', title: 'Ask about the service', isClosedWorld: true },
  summary:
    'Answers questions about the service with its sources, and turns "move 5 USDC from Base to Arbitrum to 0x..." into a body for /api/agent/do.',
  limit: perMinute('ask', 20),
  request: { body: askBody },
  example: { question: 'What does NO_ROUTE mean?' },
  response: askAnswer,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE'],
  async handle({ body, deps, signal }) {
    const answer = presentAnswer(await deps.askQuestion(body.question, signal), deps.basePath);
    // Refuses a mistyped account here, since agent/do would refuse the body for it.
    if (answer.body !== undefined) parseRouteRequest(answer.body, deps);
    return answer;
  },
});
