import * as z from 'zod';

const wantedPresentation = { error: 'a presentation of at most 24,576 characters' };

export const presentation = z
  .string(wantedPresentation)
  .min(1, wantedPresentation)
  .max(24_576, wantedPresentation)
  .meta({
    description:
      'the registered mandate with a closed one (mandate.payment.1), bound to the nonce and aud of a challenge by the key in its cnf: as the next token of the chain (AP2: open~~closed), or in the key binding JWT (RFC 9901)',
  });

export const mandateField = z
  .strictObject({ presentation }, { error: 'an object {presentation}' })
  .meta({
    description:
      "in the place of permit2, for an agent that signs the request: the transfer is paid out of the mandate's allowance",
  });
