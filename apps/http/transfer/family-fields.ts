import * as z from 'zod';
import {
  chainFamily,
  type ChainRef,
  type Lane,
  memoTypes,
  type QuoteRequest,
  readMemo,
} from '@interline/kernel';
import type { AddressReader } from '@interline/ports';
import { parseJsonText } from '../server/body/parse-json.ts';
import { parseAddress } from '../server/parse/parse-address.ts';
import { badField } from '../server/parse/parse-shape.ts';
import { requestFields } from '../server/schemas/fields.ts';

const wantedMemo = 'an object {type, value} with type "text", "id", "hash" or "return"';
const wantedMemoText = `JSON of ${wantedMemo}`;
const wantedValue =
  'a string: text of at most 28 bytes, an id in decimal digits, or 32 bytes in hex or base64';

const memo = z.strictObject(
  {
    type: z.enum(memoTypes, { error: '"text", "id", "hash" or "return"' }),
    value: z
      .string({ error: wantedValue })
      .min(1, { error: wantedValue })
      .max(64, { error: wantedValue })
      .meta({ description: wantedValue }),
  },
  { error: wantedMemo },
);

/** What only some families of chains have a use for. */
export const familyFields = {
  refundAddress: requestFields.address
    .meta({
      description:
        'from bitcoin only: where a deposit that cannot be delivered goes back to; never taken from fromAddress',
    })
    .optional(),
  memo: memo
    .meta({
      description: 'to stellar only: stands beside the payment, as the recipient asks for it',
    })
    .optional(),
  claimable: requestFields.flag
    .meta({
      description:
        'to stellar only: true pays a balance to claim, where the recipient holds no trustline',
    })
    .optional(),
};

/** The same as a query string writes them. */
export const familyQueryFields = {
  refundAddress: familyFields.refundAddress,
  memo: z
    .string({ error: wantedMemoText })
    .transform((text, context) => {
      try {
        return parseJsonText(text, 'memo');
      } catch {
        context.addIssue({ code: 'custom', message: wantedMemoText });
        return z.NEVER;
      }
    })
    .pipe(memo)
    .meta({ description: `to stellar only: ${wantedMemoText}, url-encoded` })
    .optional(),
  claimable: z
    .enum(['true', 'false'], { error: 'true or false' })
    .transform((text) => text === 'true')
    .meta({ description: familyFields.claimable.description ?? '' })
    .optional(),
};

/** As `familyFields` shape them; for execute bodies in answers too. */
export type FamilyFieldsWire = z.output<z.ZodObject<typeof familyFields>>;

type FamilyTerms = Pick<QuoteRequest, 'refundAddress' | 'memo' | 'claimable'>;

/** Those of the fields that the lane has a use for; a question with others is answered without. */
export function parseFamilyFields(
  wire: FamilyFieldsWire,
  { lane, recipient }: Pick<QuoteRequest, 'lane' | 'recipient'>,
  addresses: AddressReader,
): FamilyTerms {
  const { refundAddress, claimable } = wire;
  const stray = strayFields(wire, lane);
  const memo =
    wire.memo === undefined || stray.includes('memo')
      ? undefined
      : readMemo(wire.memo.type, wire.memo.value);
  if (memo !== undefined && recipient !== null) refuseSecondId(lane.to, recipient, addresses);
  return {
    ...(refundAddress === undefined || stray.includes('refundAddress')
      ? {}
      : {
          refundAddress: parseAddress(addresses, lane.from, refundAddress, 'refundAddress'),
        }),
    ...(memo === undefined ? {} : { memo }),
    ...(claimable !== true || stray.includes('claimable') ? {} : { claimable }),
  };
}

/** A muxed account carries its own id, and a payment has room for one. */
function refuseSecondId(chain: ChainRef, recipient: string, addresses: AddressReader): void {
  const outcome = addresses.read(chain, recipient);
  if (!outcome.ok || outcome.value.muxed === undefined) return;
  const { account, id } = outcome.value.muxed;
  throw badField(
    'memo',
    `memo is given, but toAddress is a muxed account that carries the id ${id} already; remove memo, or send toAddress ${account}`,
  );
}

/**
 * For requests that move value: a field that the lane has no use for is a mistake in the lane or in
 * the field.
 */
export function refuseStrayFields(wire: FamilyFieldsWire, lane: Lane): void {
  const [stray] = strayFields(wire, lane);
  if (stray !== undefined)
    throw badField(stray, `${stray} is for transfers ${places[stray].words} only; remove it`);
}

type FamilyField = keyof FamilyFieldsWire;

/** Which end of the lane makes the field meaningful. */
const places = {
  refundAddress: { side: 'from', family: 'bip122', words: 'from bitcoin' },
  memo: { side: 'to', family: 'stellar', words: 'to stellar' },
  claimable: { side: 'to', family: 'stellar', words: 'to stellar' },
} as const;

const fields: readonly FamilyField[] = ['refundAddress', 'memo', 'claimable'];

function strayFields(wire: FamilyFieldsWire, lane: Lane): readonly FamilyField[] {
  return fields.filter(
    (field) =>
      wire[field] !== undefined && chainFamily(lane[places[field].side]) !== places[field].family,
  );
}

/** As an execute body carries them on, so that it is the same intent. */
export function presentFamilyFields({ refundAddress, memo, claimable }: FamilyTerms) {
  return {
    ...(refundAddress === undefined ? {} : { refundAddress }),
    ...(memo === undefined ? {} : { memo: { ...memo } }),
    ...(claimable === undefined ? {} : { claimable }),
  };
}
