import {
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
  type HTTPFacilitatorClient,
} from '@x402/core/http';
import type { PaymentRequirements } from '@x402/core/types';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop that sells its weather by x402, verified and settled by the facilitator that it is given. */
export async function openSeller(
  facilitator: Pick<HTTPFacilitatorClient, 'verify' | 'settle'>,
  accepts: PaymentRequirements[],
) {
  const sold: string[] = [];
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const header = request.headers['payment-signature'];
      if (typeof header === 'string') {
        const payment = decodePaymentSignatureHeader(header);
        const demand = accepts.find(({ network }) => network === payment.accepted.network);
        if (demand === undefined) throw new Error('no such demand');
        const { isValid, invalidReason } = await facilitator.verify(payment, demand);
        const settled = isValid ? await facilitator.settle(payment, demand) : null;
        if (settled?.success === true) {
          sold.push(settled.transaction);
          response.setHeader('payment-response', encodePaymentResponseHeader(settled));
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ weather: 'fine' }));
          return;
        }
        response.setHeader('x-reason', invalidReason ?? settled?.errorReason ?? '');
      }
      response.statusCode = 402;
      response.setHeader(
        'payment-required',
        encodePaymentRequiredHeader({
          x402Version: 2,
          resource: { url: 'https://seller.example/weather' },
          accepts,
        }),
      );
      response.end();
    };
    serve().catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // CAST: of a server that listens on a port.
  return {
    url: `http://127.0.0.1:${port}/weather`,
    sold,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
