import { expect } from 'chai';
import { endpoints } from '../server/endpoints.ts';
import { laneTargets } from './lane-targets.ts';

describe('the private lane', () => {
  it('serves the rows behind the tools of MCP and A2A, and neither of those, whose clients name their software', () => {
    const serves = laneTargets(endpoints, '/gateway/v1');

    expect([
      serves('POST', '/gateway/v1/api/mcp'),
      serves('POST', '/gateway/v1/api/a2a'),
      serves('GET', '/gateway/v1/api/a2a/tasks'),
      serves('POST', '/gateway/v1/api/route/quote'),
    ]).to.deep.equal([false, false, false, true]);
  });
});
