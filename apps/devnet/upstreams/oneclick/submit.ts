import { RequestFields } from '../read-request.ts';
import type { OtherEndpoint } from '../stand-in.ts';
import { statusAnswer } from './status.ts';

/** The hint that a deposit was sent; the stand-in finds it just as soon by itself. */
export const submit: OtherEndpoint = {
  method: 'POST',
  path: '/v0/deposit/submit',
  serve({ body }, { book }) {
    const fields = new RequestFields(body);
    fields.text('txHash');
    return statusAnswer(book.byDepositAddress(fields.text('depositAddress')));
  },
};
