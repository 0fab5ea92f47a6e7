import { codesOf, endpoints } from '@interline/http';
import { errorEntry } from '@interline/kernel';
import { type Service, startService } from '../start-service.ts';
import { answerPointer, bodyPointer, parametersOf, ServedDocument } from './document.ts';
import { expect } from 'chai';

describe('the OpenAPI document', () => {
  let service: Service;
  let document: ServedDocument;
  before(async () => {
    service = await startService({ basePath: '/gateway/v1' });
    document = await ServedDocument.of(`${service.url}/gateway/v1`);
  });
  after(async () => service.close());

  it('is of OpenAPI 3.1, describes version 3.28.2 and sends clients to the base path', () => {
    expect([
      document.written.openapi,
      document.written.info.version,
      document.written.servers[0]?.url,
    ]).to.deep.equal(['3.1.0', '3.28.2', '/gateway/v1']);
  });

  it('has exactly the rows of the table', () => {
    expect(document.operations.map(({ method, path }) => `${method} ${path}`).sort()).to.deep.equal(
      endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  it('has for every path the methods that the router itself says it answers to', async () => {
    for (const [path, item] of Object.entries(document.written.paths)) {
      const atRoot = Object.values(item).some(({ servers }) => servers !== undefined);
      const target = `${atRoot ? '' : '/gateway/v1'}${path.replace('{id}', 'x')}`;
      const response = await fetch(`${service.url}${target}`, { method: 'PUT' });
      // A path may fit a template too: the name of its last part could be an id.
      const fitting = Object.entries(document.written.paths).filter(
        ([other]) =>
          other === path ||
          new RegExp(`^${other.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.replace('{id}', 'x')),
      );
      const wanted = new Set(
        fitting
          .flatMap(([, { ...methods }]) => Object.keys(methods))
          .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])),
      );

      expect([response.status, response.headers.get('allow')?.split(', ')], path).to.deep.equal([
        405,
        [...wanted].sort(),
      ]);
    }
  });

  it('names each operation once, and says in a sentence what it does', () => {
    const ids = document.operations.map(({ operationId }) => operationId);

    expect(new Set(ids).size).to.equal(ids.length);
    for (const { operationId, summary } of document.operations) {
      expect(operationId).to.match(/^(get|post|patch|delete)[A-Z][A-Za-z0-9]+$/);
      expect(summary, operationId).to.match(/^[A-Z].*\.$/);
    }
  });

  it('lists for every operation all its codes under their statuses', () => {
    for (const endpoint of endpoints) {
      const operation = document.operations.find(
        ({ method, path }) => method === endpoint.method && path === endpoint.path,
      );
      for (const type of ['application/json', 'application/problem+json']) {
        const listed = Object.entries(operation?.responses ?? {}).flatMap(([status, { content }]) =>
          Object.keys(content?.[type]?.examples ?? {}).map((code) => `${status} ${code}`),
        );

        expect(listed.sort(), `${endpoint.path} as ${type}`).to.deep.equal(
          codesOf(endpoint)
            .map((code) => `${errorEntry(code).http} ${code}`)
            .sort(),
        );
      }
    }
  });

  it('shows examples of every answer, body, parameter and error, which its own schemas accept', () => {
    for (const operation of document.operations) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const [type, { example, examples = {} }] of Object.entries(content)) {
          const shown = [
            ...(example === undefined ? [] : [example]),
            ...Object.values(examples).map(
              ({ $ref }) =>
                document.written.components.examples[$ref.replace('#/components/examples/', '')]
                  ?.value,
            ),
          ];
          expect(
            shown.length > 0 || !/[/+]json$/.test(type),
            `${operation.operationId} ${status} ${type}`,
          ).to.equal(true);
          for (const one of shown)
            expect(
              document.faultOf(answerPointer(operation, Number(status), type), one),
              `${operation.operationId} ${status} ${type}`,
            ).to.equal(null);
        }
      }
      const body = operation.requestBody?.content['application/json'];
      if (body !== undefined)
        expect(
          document.faultOf(bodyPointer(operation), body.example),
          operation.operationId,
        ).to.equal(null);
      for (const { name, required, example } of parametersOf(operation))
        expect(
          example !== undefined || required !== true,
          `${operation.operationId} ${name}`,
        ).to.equal(true);
    }
  });

  it('describes the webhook', () => {
    const { operationId, requestBody } = document.written.webhooks['routeEnded']?.['post'] ?? {};

    expect([operationId, requestBody?.content['application/json']?.example]).to.deep.equal([
      'routeEnded',
      {
        event: 'route.done',
        routeId: 'rt_0123456789abcdef0123456789abcdef',
        status: 'DONE',
        destTx: '0x6f1ed002ab5595859014ebf0951522d9f5a5b7d1c2e3f4a5968778695a4b3c2d',
        srcTx: '0x6f1ed002ab5595859014ebf0951522d9f5a5b7d1c2e3f4a5968778695a4b3c2d',
        ts: 1_763_600_000_000,
      },
    ]);
  });

  it('refers to nothing that it does not hold, and holds no shape that nothing refers to', () => {
    const text = JSON.stringify(document.written);
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/([a-zA-Z]+)\/([^"]+)"/g)].map(
        ([, kind, name]) => `${kind}/${name}`,
      ),
    );
    // CAST: only the names of the components matter here, not their shapes.
    const { schemas, examples, ...others } = document.written.components as unknown as Record<
      string,
      Record<string, unknown>
    >;
    const held = Object.entries({ schemas, examples, ...others }).flatMap(([kind, members]) =>
      kind === 'securitySchemes' ? [] : Object.keys(members ?? {}).map((name) => `${kind}/${name}`),
    );

    expect(held.sort()).to.deep.equal([...referred].sort());
  });
});
