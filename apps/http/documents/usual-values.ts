const account = '0x1111111111111111111111111111111111111111';
const routeId = 'rt_0123456789abcdef0123456789abcdef';

/** What a text of that name usually is, for examples of members whose schemas show none. */
export const usualValues: Readonly<Record<string, string>> = {
  recipient: account, toAddress: account, address: account,
  rail: 'floatlane', best: 'floatlane', ways: 'floatlane', applicableRails: 'floatlane', via: 'floatlane',
  node: 'solana', routableNonEvm: 'stellar', routes: 'cheapest', recommended: 'cheapest', nativeSymbol: 'ETH', tokens: 'USDC',
  code: 'INSUFFICIENT_FLOAT', errorCode: 'INSUFFICIENT_FLOAT', summary: 'The float on the destination is too low for this amount now.',
  error: 'the float on the destination holds less than this amount', reason: 'the float on the destination holds less than this amount',
  suggestedAction: 'Send at most capNow, or try again shortly.', docs: '/api/errors#INSUFFICIENT_FLOAT', meaning: 'The whole amount goes back to the payer.',
  stage: 'RECEIVING', routeId, track: `/api/route/status?id=${routeId}`, deliveryId: 'msg_0123456789abcdef0123456789abcdef',
  url: 'https://shop.example/interline', path: '/api/route/quote', href: '/api/terms', method: 'POST', label: 'my shop', version: '3.28.2', interface: '3.28.2',
  engine: 'every rail is asked at once; the best net output wins', service: 'interline', title: 'Float lane', primaryType: 'PermitTransferFrom',
  note: 'In words, for people: what to know about this answer.', warnings: 'In words, for people: what to see to.', answer: 'The largest transfer on the float lane is a quarter of the free float.',
};
