import { Asset, type Operation, xdr } from '@stellar/stellar-sdk';
import { type AccountEntry, accountFlags, lineFlags } from '../ledger/ledger-entries.ts';
import { roomForSubentry } from '../ledger/reserves.ts';
import { stroopsOf } from '../ledger/stroops.ts';
import type { LedgerOperation, OperationSite } from './ledger-operation.ts';
import { assetId, issuerOf, native } from './move-asset.ts';

const { ChangeTrustResult } = xdr;

/** ChangeTrust for an asset; shares of liquidity pools are not supported here. */
export function changeTrust({ line, limit: decimal }: Operation.ChangeTrust): LedgerOperation {
  const limit = stroopsOf(decimal);
  const asset = line instanceof Asset ? assetId(line) : undefined;
  return {
    level: 'medium',
    malformed(source) {
      if (asset === undefined) return xdr.OperationResult.opNotSupported();
      if (limit < 0n || asset === native || issuerOf(asset) === source)
        return resultOf(ChangeTrustResult.changeTrustMalformed());
      return undefined;
    },
    passed: () => resultOf(ChangeTrustResult.changeTrustSuccess()),
    apply(site) {
      const { state, source, sequence } = site;
      const account = state.account(source);
      if (asset === undefined || account === undefined) return xdr.OperationResult.opNotSupported();
      const held = state.trustLine(source, asset);
      if (limit < (held?.balance ?? 1n))
        return resultOf(ChangeTrustResult.changeTrustInvalidLimit());
      if (held !== undefined && limit === 0n) {
        state.remove(held);
        state.put({ ...account, subentries: account.subentries - 1, ...changedIn(site) });
        return resultOf(ChangeTrustResult.changeTrustSuccess());
      }
      const issuer = state.account(issuerOf(asset));
      if (issuer === undefined) return resultOf(ChangeTrustResult.changeTrustNoIssuer());
      if (held !== undefined) {
        state.put({ ...held, limit, modified: sequence });
        return resultOf(ChangeTrustResult.changeTrustSuccess());
      }
      const room = roomForSubentry(account);
      if (room === 'too many') return xdr.OperationResult.opTooManySubentries();
      if (room === 'low reserve') return resultOf(ChangeTrustResult.changeTrustLowReserve());
      state.put({ ...account, subentries: account.subentries + 1, ...changedIn(site) });
      state.put({
        kind: 'trustline',
        account: source,
        asset,
        balance: 0n,
        limit,
        flags: firstFlags(issuer),
        modified: sequence,
      });
      return resultOf(ChangeTrustResult.changeTrustSuccess());
    },
  };
}

function firstFlags({ flags }: AccountEntry): number {
  return (
    ((flags & accountFlags.required) === 0 ? lineFlags.authorized : 0) |
    ((flags & accountFlags.clawback) === 0 ? 0 : lineFlags.clawback)
  );
}

function changedIn(site: OperationSite): Pick<AccountEntry, 'modified' | 'modifiedAtSec'> {
  return { modified: site.sequence, modifiedAtSec: site.closeTimeSec };
}

function resultOf(result: xdr.ChangeTrustResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.changeTrust(result));
}
