import { type Operation, xdr } from '@stellar/stellar-sdk';
import { accountFlags, lineFlags } from '../ledger/ledger-entries.ts';
import type { LedgerOperation } from './ledger-operation.ts';
import { assetId, issuerOf, native } from './move-asset.ts';

const { SetTrustLineFlagsResult } = xdr;

/** SetTrustLineFlags: the issuer authorises a trustline, or takes that back if it is revocable. */
export function setTrustLineFlags(operation: Operation.SetTrustLineFlags): LedgerOperation {
  const asset = assetId(operation.asset);
  const { trustor } = operation;
  const { authorized, authorizedToMaintainLiabilities, clawbackEnabled } = operation.flags;
  const wanted = [
    { bit: lineFlags.authorized, on: authorized },
    { bit: lineFlags.maintainLiabilities, on: authorizedToMaintainLiabilities },
    { bit: lineFlags.clawback, on: clawbackEnabled },
  ];
  const bits = (on: boolean): number =>
    wanted.reduce((sum, one) => (one.on === on ? sum | one.bit : sum), 0);
  const set = bits(true);
  const clear = bits(false);
  const authorizations = lineFlags.authorized | lineFlags.maintainLiabilities;
  return {
    level: 'low',
    malformed(source) {
      const bad =
        asset === native ||
        issuerOf(asset) !== source ||
        trustor === source ||
        (set & authorizations) === authorizations ||
        (set & lineFlags.clawback) !== 0;
      return bad ? resultOf(SetTrustLineFlagsResult.setTrustLineFlagsMalformed()) : undefined;
    },
    passed: () => resultOf(SetTrustLineFlagsResult.setTrustLineFlagsSuccess()),
    apply({ state, source, sequence }) {
      const line = state.trustLine(trustor, asset);
      const issuer = state.account(source);
      if (line === undefined || issuer === undefined)
        return resultOf(SetTrustLineFlagsResult.setTrustLineFlagsNoTrustLine());
      const flags = (line.flags & ~clear) | set;
      if ((flags & authorizations) === authorizations)
        return resultOf(SetTrustLineFlagsResult.setTrustLineFlagsInvalidState());
      const lessens = ranked(flags) < ranked(line.flags);
      if (lessens && (issuer.flags & accountFlags.revocable) === 0)
        return resultOf(SetTrustLineFlagsResult.setTrustLineFlagsCantRevoke());
      state.put({ ...line, flags, modified: sequence });
      return resultOf(SetTrustLineFlagsResult.setTrustLineFlagsSuccess());
    },
  };
}

/** 2: authorised; 1: may keep what it holds; 0: neither. */
function ranked(flags: number): number {
  if ((flags & lineFlags.authorized) !== 0) return 2;
  return (flags & lineFlags.maintainLiabilities) === 0 ? 0 : 1;
}

function resultOf(result: xdr.SetTrustLineFlagsResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.setTrustLineFlags(result));
}
