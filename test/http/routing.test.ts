import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { endpoints } from '@interline/http';
import { type Service, startService } from './start-service.ts';

describe('a request that no endpoint takes', () => {
  let service: Service;
  before(async () => {
    service = await startService({
      agentRegistration: { name: 'a relay', description: 'It moves tokens.', registrations: [] },
    });
  });
  after(async () => service.close());

  it('is not found at an unknown path, a trailing slash, another case or a strange path', async () => {
    for (const path of [
      '/api',
      '/api/status/',
      '/API/status',
      '/api//status',
      '/api/route/quote%2f',
      '/api/%E0%A4%A',
      '/__proto__',
      '/api/status/..%2fexecute',
    ]) {
      expect((await service.get(path)).body['errorCode'], path).to.equal('NOT_FOUND');
    }
  });

  it('gets the methods of a path it asks with another', async () => {
    const allowOf = async (method: string, path: string): Promise<unknown[]> => {
      const response = await fetch(`${service.url}${path}`, { method });
      return [
        response.status,
        response.headers.get('allow'),
        ((await response.json()) as Record<string, unknown>)['errorCode'],
      ]; // CAST: a test's look at one member.
    };

    expect(await allowOf('DELETE', '/api/status')).to.deep.equal([
      405,
      'GET, HEAD',
      'METHOD_NOT_ALLOWED',
    ]);
    expect(await allowOf('PUT', '/api/route/quote')).to.deep.equal([
      405,
      'GET, HEAD, POST',
      'METHOD_NOT_ALLOWED',
    ]);
    expect(await allowOf('GET', '/api/route/execute')).to.deep.equal([
      405,
      'POST',
      'METHOD_NOT_ALLOWED',
    ]);
    expect(await allowOf('OPTIONS', '/api/agent/do')).to.deep.equal([
      405,
      'POST',
      'METHOD_NOT_ALLOWED',
    ]);
  });

  it('gets only the head of every GET endpoint, if it asks for that', async () => {
    for (const { path } of endpoints.filter(
      (endpoint) =>
        endpoint.method === 'GET' &&
        endpoint.request.query === undefined &&
        endpoint.request.params === undefined &&
        endpoint.isOperators !== true &&
        endpoint.session === undefined,
    )) {
      const head = await fetch(`${service.url}${path}`, { method: 'HEAD' });
      const length = (await (await fetch(`${service.url}${path}`)).bytes()).length;

      expect(
        [head.status, await head.text(), Number(head.headers.get('content-length'))],
        path,
      ).to.deep.equal([200, '', length]);
    }
  });

  it('is a bad one if its line holds what is not a URL, and does not alert an operator as a fault of ours', async () => {
    const { hostname, port } = new URL(service.url);
    const ask = async (target: string): Promise<string> => {
      const socket = connect(Number(port), hostname);
      let told = '';
      socket.on('data', (chunk) => {
        told += String(chunk);
      });
      socket.write(`GET ${target} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n`);
      await once(socket, 'close');
      return `${told.slice('HTTP/1.1 '.length, 'HTTP/1.1 400'.length)} ${/"errorCode":"(\w+)"/.exec(told)?.[1] ?? ''}`;
    };

    expect(await ask('http://[')).to.equal('400 BAD_REQUEST');
    expect(await ask('http://elsewhere.example/healthz')).to.equal('200 ');
    expect(service.deps.log.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  it('is not found by a method that only other paths have', async () => {
    expect((await service.post('/api/nothing', {})).status).to.equal(404);
  });
});
