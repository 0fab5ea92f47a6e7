import { expect } from 'chai';
import { operationId } from './operation-of.ts';

describe("an operation's id", () => {
  it('is made of its method and path', () => {
    expect(operationId({ method: 'GET', path: '/api/route/status' })).to.equal('getRouteStatus');
    expect(operationId({ method: 'DELETE', path: '/api/hooks/{id}' })).to.equal('deleteHooksById');
    expect(operationId({ method: 'GET', path: '/openapi.json' })).to.equal('getOpenapiJson');
    expect(operationId({ method: 'POST', path: '/operator/refund' })).to.equal(
      'postOperatorRefund',
    );
  });
});
