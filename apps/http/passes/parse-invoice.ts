import type { InvoiceRequest, PayBy } from '@interline/core/passes';
import { RelayError } from '@interline/kernel';
import { badField, missingField } from '../server/parse/parse-shape.ts';
import { parseAddress, parseChain, parseEvmAddress } from '../server/parse/parse-address.ts';
import type { RequestSetting } from '../transfer/route-request.ts';
import type { InvoiceWire } from './schemas.ts';

/** Throws `BAD_REQUEST` for a field that does not go with the asset or with `payWith`, `MISSING_FIELD`. */
export function parseInvoiceRequest(
  wire: InvoiceWire,
  setting: RequestSetting,
): Omit<InvoiceRequest, 'client' | 'presenter'> {
  const { bundle, bundles = 1, asset, refundAddress } = wire;
  if (refundAddress !== undefined && asset !== 'btc')
    throw badField(
      'refundAddress',
      `nothing of ${asset} is sent back: what is paid beyond the amount pays for further bundles. Leave refundAddress out; it goes with btc`,
    );
  const payBy = payByOf(wire, setting);
  return {
    bundle,
    bundles,
    asset,
    ...(refundAddress === undefined
      ? {}
      : {
          refundAddress: parseAddress(
            setting.addresses,
            parseChain('bitcoin', 'asset'),
            refundAddress,
            'refundAddress',
          ),
        }),
    ...(payBy === null ? {} : { payBy }),
  };
}

function payByOf(
  { asset, payWith = 'transfer', fromAddress, fromChain, fromToken }: InvoiceWire,
  { tokens, addresses }: RequestSetting,
): PayBy | null {
  const stray = Object.entries({ fromAddress, fromChain, fromToken })
    .filter(([name, value]) => value !== undefined && !wantedBy[payWith].includes(name))
    .map(([name]) => name);
  const [first] = stray;
  if (first !== undefined)
    throw badField(first, `${first} does not go with payWith "${payWith}"; leave it out`);
  if (payWith === 'transfer') return null;
  if (!asset.startsWith('usdc-'))
    throw badField('payWith', `payWith "${payWith}" pays in USDC; ${asset} is sent by its payer`);
  if (fromAddress === undefined) throw missingField('fromAddress', 'the address that will sign');
  const payer = parseEvmAddress(addresses, fromAddress, 'fromAddress');
  if (payWith === 'eip3009') return { kind: 'eip3009', payer };
  if (fromChain === undefined) throw missingField('fromChain', 'the chain to pay from');
  const from = tokens.resolve(parseChain(fromChain, 'fromChain'), fromToken ?? 'USDC', 'fromToken');
  if (from.address === 'native') throw new RelayError('NATIVE_NOT_PULLABLE');
  return { kind: 'permit2', payer, from };
}

const wantedBy: Readonly<Record<NonNullable<InvoiceWire['payWith']>, readonly string[]>> = {
  transfer: [],
  eip3009: ['fromAddress'],
  permit2: ['fromAddress', 'fromChain', 'fromToken'],
};
