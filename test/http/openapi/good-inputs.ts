import { leafHashOf } from '@interline/adapters/transparency-log';
import { privateRequests } from '@interline/adapters/ohttp';
import {
  createAgentKey,
  createClient,
  proveAgentKey,
  signAsAgent,
  signLink,
} from '@interline/client';
import { passText, takeTrial } from '@interline/client/passes';
import { utcDay } from '@interline/kernel';
import { parts } from '@interline/server';
import type { Harness } from '../../support/harness.ts';
import { freshWallet } from '../../support/fresh-wallet.ts';
import {
  mandatedBody,
  mandateScene,
  openMandate,
  proofOf,
  register,
  signAllowance,
} from '../../mandates/mandate-scene.ts';
import { messageFor, nonceOf, signIn } from '../../accounts/sign-in.ts';
import { buyer, demandOf, facilitatorOf, keyOf } from '../../payments/payments-scene.ts';
import { sponsoredPayer, transferCall } from '../../sponsor/sponsored-payer.ts';
import { ask, type Input } from './ask.ts';
import { type Operation, parametersOf, type ServedDocument } from './document.ts';

export interface GoodInput extends Input {
  /** 200 where it is left out. */
  readonly status?: number;
  /** What is signed for the moment in which it is asked, in the place of the rest. */
  readonly signNow?: () => Promise<Input>;
}

async function signedMessage(url: string): Promise<object> {
  const wallet = freshWallet();
  const message = await messageFor(url, wallet.address);
  return { message, signature: await wallet.signMessage(message) };
}

/** A wallet that signed in, and what a vault has signed for it. */
async function linkedWallets(url: string) {
  const [vault, hot] = [freshWallet(), freshWallet()];
  const { token } = await signIn(url, hot);
  return {
    vault: vault.address,
    headers: { authorization: `Bearer ${token}` },
    link: await signLink(vault, { hot: hot.address, chainId: 8453 }),
  };
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
  harness: Pick<Harness, 'url' | 'operatorToken' | 'container' | 'devnet'>,
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
  const planId = await made('postPlan', example.get('postPlan') ?? {});
  const messageId = await made('postMessagesV2Send', paid('postMessagesV2Send'));
  const invoiceId = await made('postPlusInvoice', example.get('postPlusInvoice') ?? {});
  // The key that signed the rehearsal's receipt is a leaf by the next minute, and this is that.
  for (const duty of harness.container.get(parts.evidence).duties) await duty.run();
  const scope = { scope: 'chain:42161', reason: 'a rehearsal' };
  const asOperator: Input = { headers: { authorization: `Bearer ${harness.operatorToken}` } };

  const asWallet = async (): Promise<Input> => {
    const { token } = await signIn(harness.url, freshWallet(), {
      scopes: ['account.read', 'hooks'],
    });
    return { headers: { authorization: `Bearer ${token}` } };
  };

  const wallet = await asWallet();
  const linked = await linkedWallets(harness.url);
  const accountHook = {
    ...wallet,
    params: {
      id: await made('postAccountHooks', { ...example.get('postAccountHooks'), ...wallet }),
    },
  };
  const agents = await ownersInputs(harness.url, made, example);
  const mandates = await mandateInputs(harness, example);
  const sponsored = await signedCall(harness);
  const written: Record<string, readonly GoodInput[]> = {
    postSponsorPrepare: [{ body: sponsored.prepare }],
    postSponsorExecute: [{ body: sponsored.execute }],
    // It is only prepared where the POST above was not granted yet.
    getSponsorById: [{ params: { id: sponsored.execute.id } }],
    // It had no call sponsored.
    postSponsorRevoke: [{ ...example.get('postSponsorRevoke'), status: 409 }],
    ...(await payments(harness, example)),
    postRouteExecute: [sandboxed('postRouteExecute')],
    postFloatlaneExecute: [sandboxed('postFloatlaneExecute')],
    postPlusRedeem: [{ body: passes.pop() }],
    postOhttpGateway: [sealed()],
    postWellKnownOhttpGateway: [sealed()],
    postMessagesV2Send: [paid('postMessagesV2Send')],
    postMessagesV2Mailbox: [paid('postMessagesV2Mailbox', { day: utcDay(Date.now()) })],
    postMessagesV2PlusCover: [paid('postMessagesV2PlusCover')],
    postMessagesV2PlusAnchor: [paid('postMessagesV2PlusAnchor', { id: messageId })],
    getVerifyReceipt: [{ query: { id: routeId } }],
    // The log has four entries: no tile is full.
    getTransparencyTileByLevelByFirst: [
      { ...example.get('getTransparencyTileByLevelByFirst'), status: 404 },
    ],
    getTransparencyTileByLevelByFirstBySecondByThird: [
      { ...example.get('getTransparencyTileByLevelByFirstBySecondByThird'), status: 404 },
    ],
    getTransparencyReport: [
      { query: { day: utcDay(Date.now() - 172_800_000) } },
      { query: { day: utcDay(Date.now()) }, status: 404 },
    ],
    getTransparencyReservesByEpoch: [{ params: { epoch: utcDay(Date.now()) } }],
    // No refund is held.
    getTransparencyLiability: [{ ...example.get('getTransparencyLiability'), status: 404 }],
    getTransparencyConsistency: [{ query: { from: '2', to: '4' } }],
    getTransparencyInclusion: [{ query: { leaf: await leafOfKey(harness.url) } }],
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
    ...taskInputs(example, routeId),
    postRouteByWallet: [{ body: await signedQuestion(harness.url) }],
    postAccountSession: [{ body: await signedMessage(harness.url) }],
    deleteAccountSession: [await asWallet()],
    getMembership: [
      { query: { address: linked.vault } },
      { query: { address: linked.vault, collection: linked.vault }, status: 404 },
    ],
    getMembershipUsage: [wallet],
    postMembershipLink: [{ headers: linked.headers, body: linked.link }],
    deleteMembershipLink: [{ headers: linked.headers, query: { wallet: linked.vault } }],
    postAccountHooks: [{ ...example.get('postAccountHooks'), ...wallet }],
    getAccountHooks: [wallet],
    getAccountHooksById: [accountHook],
    postAccountHooksByIdTest: [accountHook],
    postAccountHooksByIdRotate: [accountHook],
    getAccountHooksByIdDeliveries: [accountHook],
    // Nothing was sent under that id.
    postAccountHooksByIdDeliveriesByDidRedeliver: [
      {
        ...accountHook,
        params: { ...accountHook.params, did: `msg_${'0'.repeat(32)}` },
        status: 404,
      },
    ],
    deleteAccountHooksById: [
      {
        ...wallet,
        params: {
          id: await made('postAccountHooks', { ...example.get('postAccountHooks'), ...wallet }),
        },
      },
    ],
    ...agents,
    ...mandates,
    getAccount: [wallet],
    getAccountRoutes: [wallet, { ...example.get('getAccountRoutes'), ...wallet }],
    getAccountRefunds: [wallet, { ...example.get('getAccountRefunds'), ...wallet }],
    getAccountSponsored: [wallet, { ...example.get('getAccountSponsored'), ...wallet }],
    getAccountExport: [{ ...example.get('getAccountExport'), ...wallet }],
    getAccountEvents: [wallet, { ...example.get('getAccountEvents'), ...wallet }],
    getRouteTimeline: [{ query: { id: routeId } }],
    getPlanById: [{ params: { id: planId } }],
    postPlanCalls: [{ body: { planId } }],
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

/** Of A2A: the route has ended, so there is nothing to follow, and none can be cancelled. */
function taskInputs(
  example: ReadonlyMap<string, Input>,
  routeId: string,
): Record<string, readonly GoodInput[]> {
  const headers = { 'a2a-version': '1.0' };
  const params = { id: routeId };
  return {
    postA2a: [{ ...example.get('postA2a'), headers }],
    postA2aMessageSend: [{ ...example.get('postA2aMessageSend'), headers }],
    postA2aMessageStream: [{ ...example.get('postA2aMessageStream'), headers }],
    getA2aTasks: [{ ...example.get('getA2aTasks'), headers }],
    getA2aTasksById: [{ headers, params }],
    postA2aTasksByIdCancel: [{ headers, params, status: 400 }],
    postA2aTasksByIdSubscribe: [{ headers, params, status: 400 }],
    // It is in no registry.
    getWellKnownAgentRegistrationJson: [{ status: 404 }],
  };
}

/** What the owner of agents asks. */
async function ownersInputs(
  url: string,
  made: (operationId: string, input: Input) => Promise<string>,
  example: ReadonlyMap<string, Input>,
): Promise<Record<string, readonly GoodInput[]>> {
  const wallet = freshWallet();
  const [{ uri: origin }, { token }] = [
    await nonceOf(url),
    await signIn(url, wallet, { scopes: ['agents'] }),
  ];
  const owner: Input = { headers: { authorization: `Bearer ${token}` } };
  const withKey = async (operationId: string): Promise<Input> => ({
    ...owner,
    body: {
      ...(example.get(operationId)?.body as object),
      ...(await proveAgentKey(await createAgentKey(), { origin, owner: wallet.address })),
    },
  });
  const registered = async () => ({
    ...owner,
    params: { id: await made('postAgents', await withKey('postAgents')) },
  });
  const agent = await registered();
  return {
    postAgents: [await withKey('postAgents')],
    getAgents: [owner],
    getAgentsById: [agent],
    patchAgentsById: [{ ...agent, body: { state: 'active' } }],
    deleteAgentsById: [await registered()],
    postAgentsByIdRotate: [{ ...agent, ...(await withKey('postAgentsByIdRotate')) }],
    postAgentsByIdFreeze: [agent],
    getAgentsByIdActivity: [agent],
    getAgentsByIdApprovals: [agent],
    // It asked for nothing.
    postAgentsByIdApprovalsByAid: [
      {
        ...agent,
        params: { ...agent.params, aid: `apr_${'0'.repeat(32)}` },
        body: { decision: 'approve' },
        status: 404,
      },
    ],
  };
}

/** What the owner of a mandate asks, and its agent, with its signature and without. */
async function mandateInputs(
  harness: Pick<Harness, 'url' | 'devnet' | 'container'>,
  example: ReadonlyMap<string, Input>,
): Promise<Record<string, readonly GoodInput[]>> {
  const scene = await mandateScene(harness);
  const owner: Input = { headers: { authorization: `Bearer ${scene.token}` } };
  const allowance = await signAllowance(scene);
  const [kept, ended] = [await openMandate(scene), await openMandate(scene, { jti: 'ended' })];
  const { id } = await register(scene, kept);
  const { id: endedId } = await register(scene, ended);
  const one = { ...owner, params: { id } };
  const unsigned = { status: 401 };
  const signed = async (path: string, body: object): Promise<Input> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': path };
    const added = await signAsAgent(
      {
        ...{ method: 'POST', url: `${scene.origin}${path}`, headers },
        ...{ body: JSON.stringify(body), nowMs: Date.now() },
      },
      scene.agentPair,
    );
    return { body, headers: { ...headers, ...added } };
  };
  const evaluation = async (): Promise<object> => {
    const { mandate, ...execute } = await mandatedBody(scene, { id, token: kept });
    return { presentation: mandate?.presentation, execute };
  };
  return {
    postMandates: [{ ...owner, body: { mandate: kept, proof: proofOf(scene, kept), allowance } }],
    getMandates: [owner],
    getMandatesById: [one],
    getMandatesByIdReceipts: [one],
    deleteMandatesById: [{ ...owner, params: { id: endedId } }],
    postMandatesChallenge: [
      { body: { id }, ...unsigned },
      { signNow: () => signed('/api/mandates/challenge', { id }) },
    ],
    postMandatesEvaluate: [
      { ...example.get('postMandatesEvaluate'), ...unsigned },
      { signNow: async () => signed('/api/mandates/evaluate', await evaluation()) },
    ],
  };
}

/** Calls of a wallet without coin, and what it signed of them. */
async function signedCall(harness: Pick<Harness, 'url' | 'devnet'>) {
  const payer = await sponsoredPayer(harness);
  await payer.fund();
  const calls = [{ to: payer.usdc, data: transferCall(payer.usdc, 1n) }];
  const prepare = { chainId: 8453, account: payer.address, calls, feeToken: 'USDC' };
  return { prepare, execute: await payer.sign(await payer.prepare(calls), calls) };
}

/** A payment that was signed for the local chain, which is settled with a key. */
async function payments(
  harness: Pick<Harness, 'url' | 'devnet'>,
  example: ReadonlyMap<string, Input>,
): Promise<Record<string, readonly GoodInput[]>> {
  const payer = await buyer(harness);
  const demand = demandOf(harness);
  const payment = await payer.pay(demand);
  const body = { x402Version: 2, paymentPayload: payment, paymentRequirements: demand };
  const headers = { 'x-svc-key': await keyOf(harness) };
  const other = await payer.pay(demand);
  const settled = await facilitatorOf(harness, headers['x-svc-key']).settle(other, demand);
  const { id } = settled.extra as { readonly id: string }; // CAST: as documented.
  return {
    postPaymentsVerify: [{ body }],
    // Without a key or a pass no gas is spent.
    postPaymentsSettle: [
      { body, headers },
      { ...example.get('postPaymentsSettle'), status: 422 },
    ],
    postPaymentsFund: [
      {
        body: {
          paymentRequired: { x402Version: 2, accepts: [demand] },
          ...{ fromChain: 42161, fromToken: 'USDC', account: payer.address },
        },
      },
    ],
    getPaymentsById: [{ params: { id } }],
  };
}

/** Of the key that signs receipts: the first leaf that any caller can name. */
async function leafOfKey(url: string): Promise<string> {
  const answer = await fetch(`${url}/.well-known/jwks.json`);
  const { keys } = (await answer.json()) as { readonly keys: readonly { kid: string }[] }; // CAST: as documented.
  const name = Buffer.from('interline-receipt-key/v1\n');
  const thumbprint = Buffer.from(keys[0]?.kid ?? '', 'base64url');
  return leafHashOf(Buffer.concat([name, thumbprint])).toString('hex');
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
