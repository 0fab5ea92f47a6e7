import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { RecordedOperation, RecordedTransaction } from '../ledger/closed-ledger.ts';
import type { StellarDesk } from '../stellar-desk.ts';
import { byNumber, pageOf, readPageRequest } from './page.ts';
import { presentAccount } from './present-account.ts';
import { assetsOf, assetToken, presentAsset } from './present-asset.ts';
import { byClaimableToken, claimableToken, presentClaimable } from './present-claimable.ts';
import { presentFeeStats, presentLedger, protocolVersion } from './present-ledger.ts';
import { isPayment, participantsOf, presentOperation } from './present-operation.ts';
import { presentTransaction } from './present-transaction.ts';
import { badRequest, notFound } from './problem.ts';
import { findTransaction } from './submit-transaction.ts';

type OperationRow = { operation: RecordedOperation; transaction: RecordedTransaction };

/** Horizon's resources, read from what this Horizon has seen of the ledger. */
export function serveReads(router: Router, desk: StellarDesk): void {
  const { faults, ledger } = desk;
  const transactionsIn = (): RecordedTransaction[] =>
    faults.view().ledgers.flatMap(({ transactions }) => transactions);

  router.get('/', (ctx) => {
    const latest = faults.view().ledgers.at(-1);
    ctx.body = {
      _links: { self: { href: ctx.origin } },
      horizon_version: 'devnet',
      core_version: 'devnet',
      ingest_latest_ledger: latest?.sequence,
      history_latest_ledger: latest?.sequence,
      history_latest_ledger_closed_at: new Date((latest?.closeTimeSec ?? 0) * 1_000).toISOString(),
      history_elder_ledger: 1,
      core_latest_ledger: ledger.latest.sequence,
      network_passphrase: ledger.passphrase,
      current_protocol_version: protocolVersion,
      supported_protocol_version: protocolVersion,
      core_supported_protocol_version: protocolVersion,
    };
  });
  router.get('/fee_stats', (ctx) => {
    ctx.body = presentFeeStats(faults.view().ledgers, ledger.baseFee);
  });

  router.get('/accounts/:id', (ctx) => {
    ctx.body = presentAccount(faults.view().state, param(ctx, 'id'), ctx.origin);
  });
  router.get('/accounts/:id/data/:key', (ctx) => {
    const entry = faults.view().state.data(param(ctx, 'id'), param(ctx, 'key'));
    if (entry === undefined) throw notFound(`data ${param(ctx, 'key')}`);
    ctx.body = { value: entry.value.toString('base64') };
  });

  router.get('/ledgers', (ctx) => {
    ctx.body = pageOf(faults.view().ledgers, readPageRequest(ctx.query), ctx.href, {
      token: ({ sequence }) => (BigInt(sequence) << 32n).toString(),
      compare: byNumber,
      present: (row) => presentLedger(row, ctx.origin),
    });
  });
  router.get('/ledgers/:sequence', (ctx) => {
    const row = faults.view().ledgers[Number(param(ctx, 'sequence')) - 1];
    if (row === undefined) throw notFound(`ledger ${param(ctx, 'sequence')}`);
    ctx.body = presentLedger(row, ctx.origin);
  });

  const servePages = (
    path: string,
    chosen: (ctx: RouterContext) => RecordedTransaction[],
  ): void => {
    if (!path.startsWith('/transactions/'))
      router.get(`${path}/transactions`, (ctx) => {
        const rows = shown(ctx, chosen(ctx)).filter((row) => involves(row, ctx));
        ctx.body = transactionPage(ctx, rows);
      });
    for (const list of ['operations', 'payments'] as const) {
      router.get(`${path}/${list}`, (ctx) => {
        const rows = shown(ctx, chosen(ctx)).flatMap(operationsOf);
        const own = rows.filter((row) => list === 'operations' || isPayment(row.operation));
        ctx.body = operationPage(
          ctx,
          own.filter((row) => operationInvolves(row, ctx)),
        );
      });
    }
  };
  servePages('', transactionsIn);
  servePages('/accounts/:id', (ctx) => {
    presentAccount(faults.view().state, param(ctx, 'id'), ctx.origin);
    return transactionsIn();
  });
  servePages('/ledgers/:sequence', (ctx) => [
    ...(faults.view().ledgers[Number(param(ctx, 'sequence')) - 1]?.transactions ?? []),
  ]);
  servePages('/transactions/:hash', (ctx) => [transactionAt(ctx, desk)]);

  router.get('/transactions/:hash', (ctx) => {
    const hash = param(ctx, 'hash').toLowerCase();
    ctx.body = presentTransaction(transactionAt(ctx, desk), ctx.origin, hash);
  });
  router.get('/operations/:operation', (ctx) => {
    const id = param(ctx, 'operation');
    const row = transactionsIn()
      .flatMap(operationsOf)
      .find(({ operation }) => operation.id.toString() === id);
    if (row === undefined) throw notFound(`operation ${id}`);
    ctx.body = presentOperation(row.operation, row.transaction, ctx.origin);
  });

  router.get('/claimable_balances', (ctx) => {
    const { claimant, sponsor, asset } = ctx.query;
    const rows = faults
      .view()
      .state.entries()
      .flatMap((entry) => (entry.kind === 'claimable' ? [entry] : []))
      .filter(
        (entry) =>
          (claimant === undefined ||
            entry.claimants.some(({ destination }) => destination === claimant)) &&
          (sponsor === undefined || entry.sponsor === sponsor) &&
          (asset === undefined || entry.asset === asset),
      )
      .sort((a, b) => byClaimableToken(claimableToken(a), claimableToken(b)));
    ctx.body = pageOf(rows, readPageRequest(ctx.query), ctx.href, {
      token: claimableToken,
      compare: byClaimableToken,
      present: (row) => presentClaimable(row, ctx.origin),
    });
  });
  router.get('/claimable_balances/:id', (ctx) => {
    const entry = faults.view().state.claimable(param(ctx, 'id'));
    if (entry === undefined) throw notFound('such claimable balance');
    ctx.body = presentClaimable(entry, ctx.origin);
  });

  router.get('/assets', (ctx) => {
    const { asset_code: code, asset_issuer: issuer } = ctx.query;
    const { state } = faults.view();
    const rows = assetsOf(state).filter(
      ({ asset }) =>
        (code === undefined || asset.startsWith(`${String(code)}:`)) &&
        (issuer === undefined || asset.endsWith(`:${String(issuer)}`)),
    );
    ctx.body = pageOf(rows, readPageRequest(ctx.query), ctx.href, {
      token: assetToken,
      compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
      present: (row) => presentAsset(row, state),
    });
  });
}

function param(ctx: RouterContext, name: string): string {
  const value = ctx.params[name];
  if (typeof value !== 'string') throw badRequest(name, 'wanted one');
  return value;
}

function transactionAt(ctx: RouterContext, { faults }: StellarDesk): RecordedTransaction {
  const row = findTransaction(faults, param(ctx, 'hash').toLowerCase());
  if (row === undefined) throw notFound(`transaction ${param(ctx, 'hash')}`);
  return row;
}

function operationsOf(transaction: RecordedTransaction): OperationRow[] {
  return transaction.operations.map((operation) => ({ operation, transaction }));
}

/** Lists leave failed transactions out unless asked; one transaction's own list never does. */
function shown(ctx: RouterContext, rows: readonly RecordedTransaction[]): RecordedTransaction[] {
  const all = ctx.query['include_failed'] === 'true' || ctx.params['hash'] !== undefined;
  return rows.filter(({ successful }) => all || successful);
}

function involves({ envelope, operations }: RecordedTransaction, ctx: RouterContext): boolean {
  const id = ctx.params['id'];
  if (id === undefined || id === envelope.source || id === envelope.feeSource) return true;
  return operations.some((operation) => participantsOf(operation).includes(id));
}

function operationInvolves({ operation }: OperationRow, ctx: RouterContext): boolean {
  const id = ctx.params['id'];
  return id === undefined || participantsOf(operation).includes(id);
}

function transactionPage(ctx: RouterContext, rows: readonly RecordedTransaction[]): object {
  return pageOf(rows, readPageRequest(ctx.query), ctx.href, {
    token: ({ id }) => id.toString(),
    compare: byNumber,
    present: (row) => presentTransaction(row, ctx.origin),
  });
}

function operationPage(ctx: RouterContext, rows: readonly OperationRow[]): object {
  const joined = ctx.query['join'] === 'transactions';
  return pageOf(rows, readPageRequest(ctx.query), ctx.href, {
    token: ({ operation }) => operation.id.toString(),
    compare: byNumber,
    present: ({ operation, transaction }) => ({
      ...presentOperation(operation, transaction, ctx.origin),
      ...(joined ? { transaction: presentTransaction(transaction, ctx.origin) } : {}),
    }),
  });
}
