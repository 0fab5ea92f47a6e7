import { privateRequests } from '@interline/adapters/ohttp';
import { createClient } from '@interline/client';
import { passText, takeTrial } from '@interline/client/passes';
import { utcDay } from '@interline/kernel';
import type { Harness } from '../../support/harness.ts';
import { freshWallet } from '../../support/fresh-wallet.ts';
import { ask, type Input } from './ask.ts';
import { type Operation, parametersOf, type ServedDocument } from './document.ts';

export interface GoodInput extends Input {
  /** 200 where it is left out. */
  readonly status?: number;
}

async function signedQuestion(url: string): Promise<object> {
  const wallet = freshWallet();
  const answer = await fetch(`${url}/api/route/by-wallet?wallet=${wallet.address}`);
  const { message } = (await answer.json()) as { readonly message: string }; // CAST: as documented.
  return { message, signature: await wallet.signMessage(message) };
}

/**
 * Requests that a running harness grants: the document's own example, and where that names a
 * record, one that is there.
 */
export async function goodInputs(
  harness: Pick<Harness, 'url' | 'operatorToken'>,
  document: ServedDocument,
): Promise<ReadonlyMap<string, readonly GoodInput[]>> {
  const example = new Map(
    document.operations.map((operation) => [operation.operationId, exampleOf(operation)]),
  );
  const made = async (operationId: string, input: Input, member = 'id'): Promise<string> => {
    const operation = document.operations.find((one) => one.operationId === operationId);
    if (operation === undefined) throw new Error(`the document has no ${operationId}`);
    const { status, body } = await ask(harness.url, operation, input);
    if (status !== 200)
      throw new Error(`${operationId} answered ${status} ${JSON.stringify(body)}`);
    // CAST: the contract itself checks the shape.
    return String((body as Record<string, unknown>)[member]);
  };
  const sandboxed = (operationId: string): GoodInput => ({
    ...example.get(operationId),
    body: { ...(example.get(operationId)?.body as object), dryRun: false },
    headers: { 'x-svc-sandbox': '1' },
  });
  const routeId = await made('postRouteExecute', sandboxed('postRouteExecute'));

  const hook: Input = { body: { ...(example.get('postHooksRegister')?.body as object), routeId } };
  const recordsOf = async (kind: string): Promise<Record<string, readonly GoodInput[]>> => {
    const params = { id: await made(`postRoute${kind}`, example.get(`postRoute${kind}`) ?? {}) };
    return {
      [`getRoute${kind}ById`]: [{ params }],
      [`deleteRoute${kind}ById`]: [{ params }, { params }],
    };
  };
  const { keys } = await createClient({ baseUrl: harness.url }).call('GET /api/ohttp/keys', {});
  const sealed = (): Input => ({
    headers: { 'content-type': 'message/ohttp-req' },
    body: Buffer.from(
      privateRequests(Buffer.alloc(32)).sealProbe(
        keys,
        {
          method: 'GET',
          path: '/api/status',
          fields: { date: new Date().toUTCString() },
          content: Buffer.alloc(0),
        },
        16_384,
      ).bytes,
    ),
  });
  const passes = [...(await takeTrial(createClient({ baseUrl: harness.url }), 7)).passes];
  const paid = (operationId: string, change: object = {}): GoodInput => {
    const pass = passes.pop();
    if (pass === undefined) throw new Error('every pass is used');
    return {
      body: {
        pass: passText(pass),
        ...(example.get(operationId)?.body as object),
        ...change,
      },
    };
  };
  await createClient({ baseUrl: harness.url }).waitForRoute(routeId);
  const messageId = await made('postMessagesV2Send', paid('postMessagesV2Send'));
  const invoiceId = await made('postPlusInvoice', example.get('postPlusInvoice') ?? {});
  const scope = { scope: 'chain:42161', reason: 'a rehearsal' };
  const asOperator: Input = { headers: { authorization: `Bearer ${harness.operatorToken}` } };

  const written: Record<string, readonly GoodInput[]> = {
    postRouteExecute: [sandboxed('postRouteExecute')],
    postFloatlaneExecute: [sandboxed('postFloatlaneExecute')],
    postPlusRedeem: [{ body: passes.pop() }],
    postOhttpGateway: [sealed()],
    postWellKnownOhttpGateway: [sealed()],
    postMessagesV2Send: [paid('postMessagesV2Send')],
    postMessagesV2Mailbox: [paid('postMessagesV2Mailbox', { day: utcDay(Date.now()) })],
    postMessagesV2PlusCover: [paid('postMessagesV2PlusCover')],
    postMessagesV2PlusAnchor: [paid('postMessagesV2PlusAnchor', { id: messageId })],
    postReceiptDeliver: [paid('postReceiptDeliver', { routeId })],
    // It is there once the POST above was granted.
    getMessagesV2PlusAnchor: [{ query: { id: messageId } }],
    getPlusInvoiceById: [{ params: { id: invoiceId } }],
    // Nobody has signed.
    postPlusPay: [
      { body: { ...(example.get('postPlusPay')?.body as object), invoiceId }, status: 422 },
    ],
    // It is not paid.
    postPlusClaim: [
      { body: { ...(example.get('postPlusClaim')?.body as object), invoiceId }, status: 409 },
    ],
    getRouteStatus: [{ query: { id: routeId } }],
    postRouteByWallet: [{ body: await signedQuestion(harness.url) }],
    getRouteTimeline: [{ query: { id: routeId } }],
    // A rehearsal has no transaction on a chain.
    getRouteByTransaction: [{ ...example.get('getRouteByTransaction'), status: 404 }],
    // No refund is held here and no webhook was given up, so even the operator finds none.
    postOperatorRefund: [{ ...example.get('postOperatorRefund'), ...asOperator, status: 404 }],
    postOperatorHooksRedeliver: [
      { ...example.get('postOperatorHooksRedeliver'), ...asOperator, status: 404 },
    ],
    getOperatorHooks: [asOperator],
    getOperatorDesk: [asOperator],
    getOperatorStatus: [asOperator],
    getOperatorHealth: [asOperator],
    getOperatorRoutes: [asOperator, { ...asOperator, query: { q: routeId } }],
    getOperatorSeries: [asOperator, { ...example.get('getOperatorSeries'), ...asOperator }],
    getOperatorAccount: [{ ...example.get('getOperatorAccount'), ...asOperator }],
    postOperatorRoutesSettle: [
      { ...example.get('postOperatorRoutesSettle'), ...asOperator, status: 404 },
    ],
    postOperatorRoutesWriteOff: [
      { ...example.get('postOperatorRoutesWriteOff'), ...asOperator, status: 404 },
    ],
    postOperatorTransactionsBump: [
      { ...example.get('postOperatorTransactionsBump'), ...asOperator, status: 404 },
    ],
    postOperatorTransactionsReplace: [
      { ...example.get('postOperatorTransactionsReplace'), ...asOperator, status: 404 },
    ],
    getOperatorAccounts: [asOperator],
    getOperatorSwitches: [asOperator],
    getOperatorAudit: [asOperator, { ...example.get('getOperatorAudit'), ...asOperator }],
    // A dry run first, so that the harness is open again after the last of them.
    postOperatorPause: [
      { ...asOperator, body: { ...scope, dryRun: true } },
      { ...asOperator, body: scope },
    ],
    postOperatorDrain: [{ ...asOperator, body: scope }],
    postOperatorResume: [{ ...asOperator, body: scope }],
    getOperatorFloat: [asOperator],
    postOperatorFloatTarget: [{ ...example.get('postOperatorFloatTarget'), ...asOperator }],
    // Later inputs of this deployment count on its float.
    postOperatorFloatWithdraw: [
      {
        ...asOperator,
        body: { ...(example.get('postOperatorFloatWithdraw')?.body as object), dryRun: true },
      },
    ],
    // Nothing is unmatched.
    postOperatorFloatReturn: [
      { ...example.get('postOperatorFloatReturn'), ...asOperator, status: 404 },
    ],
    postOperatorDeskClose: [
      { ...example.get('postOperatorDeskClose'), ...asOperator, status: 404 },
    ],
    // Nothing was paid at the address of its id.
    postOperatorPassesAdopt: [
      { ...example.get('postOperatorPassesAdopt'), ...asOperator, status: 409 },
    ],
    postOperatorLogsBegin: [{ ...example.get('postOperatorLogsBegin'), ...asOperator }],
    // Its only rail pays out of the float itself, so none is left to move it.
    postOperatorFloatRebalance: [
      { ...example.get('postOperatorFloatRebalance'), ...asOperator, status: 422 },
    ],
    // Nor is an account stopped, or a route quarantined.
    postOperatorAccountsResume: [
      { ...example.get('postOperatorAccountsResume'), ...asOperator, status: 409 },
    ],
    getOperatorBooksBalance: [{ ...example.get('getOperatorBooksBalance'), ...asOperator }],
    getOperatorBooksStatement: [{ ...example.get('getOperatorBooksStatement'), ...asOperator }],
    getOperatorBooksExport: [{ ...example.get('getOperatorBooksExport'), ...asOperator }],
    getOperatorBooksReconciliation: [asOperator],
    postOperatorBooksReconcile: [{ ...example.get('postOperatorBooksReconcile'), ...asOperator }],
    // There is no such deficit.
    postOperatorBooksClassify: [
      { ...example.get('postOperatorBooksClassify'), ...asOperator, status: 409 },
    ],
    postOperatorRoutesEngineDebt: [
      { ...example.get('postOperatorRoutesEngineDebt'), ...asOperator, status: 404 },
    ],
    postOperatorRoutesRelease: [
      { ...example.get('postOperatorRoutesRelease'), ...asOperator, status: 404 },
    ],
    // No route of this deployment waits for a deposit.
    postRouteRefundAddress: [{ ...example.get('postRouteRefundAddress'), status: 404 }],
    postHooksRegister: [hook],
    getHooksById: [{ params: { id: await made('postHooksRegister', hook) } }],
    ...(await recordsOf('Schedule')),
    ...(await recordsOf('Conditional')),
    getKeysUsage: [
      { query: { key: await made('postKeysCreate', example.get('postKeysCreate') ?? {}, 'key') } },
    ],
    deleteKeys: [
      {
        headers: {
          'x-svc-key': await made('postKeysCreate', example.get('postKeysCreate') ?? {}, 'key'),
        },
      },
    ],
  };
  return new Map(
    [...example].map(([operationId, input]) => [operationId, written[operationId] ?? [input]]),
  );
}

function exampleOf(operation: Operation): Input {
  const { requestBody } = operation;
  const body = requestBody?.content['application/json']?.example;
  const named = (where: 'query' | 'path') =>
    Object.fromEntries(
      parametersOf(operation)
        .filter((one) => one.in === where && one.example !== undefined)
        .map(({ name, example }) => [name, String(example)]),
    );
  return { params: named('path'), query: named('query'), ...(body === undefined ? {} : { body }) };
}
