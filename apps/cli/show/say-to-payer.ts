import { ServiceError } from '@interline/client';
import type { SourceToken } from '../commands/source.ts';
import { inTokens } from './terminal.ts';

/** Where the service's reasons name amounts of the source token, in its smallest units. */
const amountsOfSource: readonly RegExp[] = [
  /the payer holds \d+(?:, the permit is for|; this pull and the ones under way need) \d+/g,
  /Permit2 may take \d+ from the payer, the permit is for \d+/g,
  /our charge of \d+ leaves nothing of \d+/g,
  /a deposit of \d+ is too small: wanted at least \d+/g,
  /your unpaid deposits may lock at most \d+; \d+ is locked, and this one needs \d+/g,
  /amount \d+ is above capNow \d+/g,
  /at most \d+(?= can be sent now)/g,
  /lock the price of \d+ in all now; \d+ are locked, and this one needs \d+/g,
  /amount \d+(?= would pay out)/g,
  /send \d+(?= or more)/g,
  /amount \d+ leaves nothing to pay out after the fee of \d+/g,
];

/** Where they name worths, in millionths of a dollar; the unit stands behind the first of them. */
const worths: readonly RegExp[] = [
  /\d+ micro-USD; (?:the float lane wants at least|at most) \d+/g,
  /\d+ micro-USD, (?:and the (?:float lane|relayer) adds at most|above the) \d+/g,
  /is at \d+ micro-USD and \S+ at \d+/g,
  /\d+ micro-USD/g,
];

/** A reason of the service as a person who wrote whole tokens, options and chains' numbers reads it. */
export function inPayerWords(text: string, { decimals, symbol }: SourceToken): string {
  return inShownWords(text, (units) => inTokens(units, decimals, symbol));
}

/** The same, with the source token's smallest units as they are `shown`. */
export function inShownWords(text: string, shown: (units: string) => string): string {
  return inOptionWords(inTokenWords(text, shown))
    .replaceAll('is above capNow', 'is more than can be sent now, at most')
    .replaceAll(/\beip155:(?=\d)/g, 'chain ');
}

function inTokenWords(text: string, shown: (units: string) => string): string {
  const inDollars = shownIn(text, worths, (units) => inTokens(units, 6, 'USD'));
  return shownIn(inDollars.replaceAll(' USD micro-USD', ' USD'), amountsOfSource, shown);
}

/** A text with the numbers at these places shown as amounts. */
export function shownIn(
  text: string,
  places: readonly RegExp[],
  shown: (units: string) => string,
): string {
  return places.reduce(
    (said, place) =>
      said.replace(place, (found) => found.replace(/\b\d+\b/g, (units) => shown(units))),
    text,
  );
}

/** Fields of a request by what they are called here; a recipient is named by `--to` or `--recipient`. */
const optionWords: readonly (readonly [string, string])[] = [
  ['toAddress', 'the recipient'],
  ['refundAddress', '--refund-address'],
  ['with memo id:', 'with --memo id:'],
  ['claimable: true', '--claimable'],
  ['send allowApprove: true', 'add --allow-approve'],
  ['GET /api/route/chains lists them', '"interline chains" lists them'],
  ['fromChain', '--from'],
  ['toChain', '--to'],
  ['toToken', '--to-token'],
  ['minOut is missing', '--at-least is missing'],
];

function inOptionWords(text: string): string {
  return optionWords.reduce((said, [field, word]) => said.replaceAll(field, word), text);
}

/**
 * What to do about a refusal in the words of these commands; where it is left out, the service's
 * own, which are for those who write requests, fit here too.
 */
function adviceHere({ errorCode, retryAfterMs }: ServiceError): string | undefined {
  if (errorCode === 'BURN_ADDRESS_REFUSED') return 'Correct the recipient.';
  if (errorCode === 'BAD_AMOUNT') return 'Change --amount.';
  if (errorCode === 'MEMO_REQUIRED')
    return 'Add --memo <type:value>, as the recipient shows it with its address.';
  if (errorCode === 'TRUSTLINE_MISSING') return 'Then run the command again.';
  if (errorCode === 'TOO_MANY_RECORDS') return 'Then run the command again.';
  if (errorCode === 'FEE_TOO_LOW')
    return 'Have more of the fee token on that chain, or name another with --chain or --fee.';
  if (errorCode === 'INSUFFICIENT_FLOAT') return 'Send less, or try again shortly.';
  if (errorCode === 'UNSUPPORTED_DIRECTION')
    return 'Choose other chains; of these "interline quote" shows at most a price.';
  if (errorCode === 'UNROUTABLE_LANE')
    return 'Change --from, --to, --token or --to-token; "interline chains" lists what there is.';
  const wait = retryAfterMs === null ? 'later' : `in ${Math.ceil(retryAfterMs / 1_000)} s`;
  if (errorCode === 'RATE_LIMITED') return `Try again ${wait}.`;
  return errorCode === 'PAUSED' ? `Try again ${wait}, or over other chains.` : undefined;
}

/**
 * Rethrows a refusal with its amounts in tokens, and with what to do here; a program gets the
 * service's own body.
 */
export async function sayingToPayer<Result>(
  isJson: boolean,
  source: SourceToken,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (isJson || !(error instanceof ServiceError)) throw error;
    const { error: said } = error.body;
    const advice = adviceHere(error);
    throw new ServiceError(error.status, {
      ...error.body,
      ...(typeof said === 'string' ? { error: inPayerWords(said, source) } : {}),
      ...(advice === undefined ? {} : { suggestedAction: advice }),
    });
  }
}
