import { endpoints } from '@interline/http';
import { expect } from 'chai';
import { bindings, foreignAgent } from './a2a-clients.ts';
import { startAgentService } from './a2a-service.ts';
import { startService } from './start-service.ts';

describe('the card for agents and what registries point at', () => {
  for (const binding of bindings)
    it(`leads by ${binding} to the service below its base path`, async () => {
      const service = await startAgentService({ basePath: '/gateway/v1' });
      const agent = await foreignAgent(service.url, binding);
      const { body: errors } = await service.get('/gateway/v1/api/errors');

      const came = await agent.call('errors', {});
      await service.close();

      expect(came.body).to.deep.equal(errors);
    });

  it('has the rows that are tools as skills, each with an example that its row takes', async () => {
    const service = await startAgentService();
    const { body } = await service.get('/.well-known/agent-card.json');
    await service.close();
    const skills = body['skills'] as readonly { id: string; examples: readonly string[] }[]; // CAST: as its shape says.

    expect(skills.map(({ id }) => id)).to.deep.equal(
      endpoints.flatMap(({ tool }) => (tool === undefined ? [] : [tool.name])),
    );
    for (const { id, examples } of skills) {
      const { request } = endpoints.find(({ tool }) => tool?.name === id) ?? {};
      const { arguments: given } = JSON.parse(examples[0] ?? '') as { arguments: object }; // CAST: likewise.
      const shape = request?.body ?? request?.query;
      expect(shape?.safeParse(given).success ?? true, id).to.equal(true);
    }
  });

  it('is not there where the service does not know where clients reach it', async () => {
    const service = await startService({ origin: () => null });
    const card = await service.get('/.well-known/agent-card.json');
    const registration = await service.get('/.well-known/agent-registration.json');
    await service.close();

    expect(
      [card, registration].map(({ status, body }) => [status, body['errorCode']]),
    ).to.deep.equal([
      [404, 'AGENT_FILE_DISABLED'],
      [404, 'AGENT_FILE_DISABLED'],
    ]);
  });

  it('has no signatures if nothing is signed', async () => {
    const service = await startService({ useCases: { evidence: { signCard: async () => null } } });
    const { body } = await service.get('/.well-known/agent-card.json');
    await service.close();

    expect(body).not.to.have.property('signatures');
  });

  it('says how it is registered (ERC-8004) if it is, and nothing if it is not', async () => {
    const registrations = [{ agentId: 22, agentRegistry: `eip155:1:0x${'80'.repeat(20)}` }];
    const registered = await startService({
      basePath: '/gateway/v1',
      agentRegistration: { name: 'A relay', description: 'It moves tokens.', registrations },
    });
    const alone = await startService();
    const { body } = await registered.get('/.well-known/agent-registration.json');
    const none = await alone.get('/.well-known/agent-registration.json');
    await Promise.all([registered.close(), alone.close()]);

    expect(none.status).to.equal(404);
    expect(body).to.deep.equal({
      type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
      name: 'A relay',
      description: 'It moves tokens.',
      services: [
        {
          name: 'A2A',
          endpoint: 'https://relay.example/.well-known/agent-card.json',
          version: '1.0',
        },
        {
          name: 'MCP',
          endpoint: 'https://relay.example/gateway/v1/api/mcp',
          version: '2026-07-28',
        },
      ],
      x402Support: endpoints.some(({ path }) => path.startsWith('/api/payments')),
      active: true,
      registrations,
    });
  });
});
