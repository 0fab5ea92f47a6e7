export const title = 'Interline: gasless cross-chain relay';

/** Of the interface, not of this program. */
export const interfaceVersion = '3.28.2';

/** How to go from nothing to a transfer; the head of the document and of /llms.txt. */
export function guide(basePath: string): string {
  return `One signed intent, good on every rail: value moves between chains while the payer holds no gas. Nothing here needs an account or a key.

### From nothing to a transfer

1. \`GET ${basePath}/api/route/chains\` lists chains, \`GET ${basePath}/api/gasless/info?chainId=8453\` the tokens a permit can pull there.
2. \`POST ${basePath}/api/route/quote\` prices a transfer. Where \`quoteOnly\` is true it can't be settled.
3. \`POST ${basePath}/api/agent/do\` with the same body and \`fromAddress\` answers \`signRequest\` and \`execute\`. Where its \`status\` is \`ACTION_NEEDED\`, see to the \`warnings\` first.
4. Sign \`signRequest.eip712\` with the payer's key: the whole object, as it is, is what \`eth_signTypedData_v4\` and viem
   take. ethers' \`signTypedData\` wants \`types\` without \`EIP712Domain\`. Where \`signRequest.allowance\` is there, sign its \`eip712\` too.
5. Send \`execute\` to \`POST ${basePath}/api/route/execute\` with \`permit2\` added:
   \`{ owner, permitted: { token: signRequest.tokenAddress, amount: signRequest.amount }, nonce, deadline, signature }\` (owner is the payer, nonce and
   deadline are signRequest's), and where it was signed \`allowance: { kind, value, deadline, signature }\` (kind is signRequest.allowance's, value and
   deadline are its eip712.message's). This broadcasts.
6. Follow \`GET ${basePath}/api/route/status?id=...\` until \`status\` is \`DONE\` or \`FAILED\`: poll, or ask for \`text/event-stream\`, or register a webhook.

### Conventions

- **Amounts** are strings of digits in the token's smallest units. JSON numbers are refused.
- **Errors** carry \`errorCode\`: branch on it. \`retryable\` and \`retryAfterMs\` say whether and when to try again, \`suggestedAction\` what to change.
  \`Accept: application/problem+json\` gets the same members as RFC 9457. All codes: \`GET ${basePath}/api/errors\`.
- **Trying it out**: \`dryRun: true\` on execute answers what it would do and does nothing. With the header \`x-svc-sandbox: 1\` it plays a
  route's whole life, webhook included, without money or signature.
- **live**: between EVM chains execute broadcasts unless \`dryRun: true\` or \`live: false\` says otherwise; the float lane and the nodes beyond the EVM
  broadcast only with \`live: true\`, and rehearse without it. A quote's \`execute\` says what its price needs: add it to the body, and execute
  keeps the quote. A body without \`minOut\` agrees to the least that the offer promises which execute takes first.
- **Idempotency-Key** makes a POST that creates something safe to repeat for 24 hours: the same key and body get the first answer again, with
  \`Idempotent-Replayed: true\`; another body under the same key is \`IDEMPOTENCY_CONFLICT\`. A refused request leaves its key unused.
- **x-request-id** is echoed, or made, and names the request in our logs.
- **Limits** are per address and told in \`RATE_LIMITED\` with \`Retry-After\`.
- **Keys** raise the limits and show what was done with them: \`POST ${basePath}/api/keys/create\` makes one, which goes into the header \`x-svc-key\`.
  Nothing needs one.
- **Paying instead**: with \`Prefer: x402\` a request beyond its limit, where a pass would take it, is answered with 402 and
  \`PAYMENT-REQUIRED\` (x402 v2) in place of 429, and served when it comes again with \`PAYMENT-SIGNATURE\`. A payment names its payer; a pass does not.
- **Webhooks**: \`POST ${basePath}/api/hooks/register\` with a route's id tells a URL of yours when the route ends. Verify those with a \`secret\`;
  \`x-svc-signature\` is \`sha256=\` and the HMAC-SHA256 of the raw body in lowercase hex.
  \`webhook-id\` is the same on every try. Answer any 2xx within ten seconds.
- **Agents** find the same as tools of MCP at \`${basePath}/api/mcp\`, and as skills of A2A 1.0 by \`/.well-known/agent-card.json\`.
- **Bodies** are JSON objects of at most 64 KiB and 32 levels, without duplicate keys.`;
}
