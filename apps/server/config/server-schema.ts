import { readResolver } from '@interline/adapters/origin-probe';
import { z } from 'zod';
import { isProxyRange } from './is-proxy-range.ts';

/** A load balancer looks elsewhere meanwhile, and clients let go of their connections. */
const stopNoticeSec = z.int().min(0).max(60);
const stopNoticeWords =
  'How long it says that it is not ready before it takes no connection any more, in seconds: what a load balancer needs to look elsewhere.';

export const serverSchema = z.strictObject({
  host: z
    .string()
    .default('127.0.0.1')
    .describe('The address it listens on; 0.0.0.0 for all of this machine.'),
  port: z
    .int()
    .min(0)
    .max(65_535)
    .default(8787)
    .describe('The port it listens on; 0 takes any free one.'),
  basePath: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, 'wanted "" or a path such as /relay')
    .default('')
    .describe('A path in front of all paths, such as /relay; empty for none.'),
  publicUrl: z
    .url({ protocol: /^https?$/, error: 'wanted an http or https URL' })
    .optional()
    .describe(
      'Where clients reach it, such as `https://relay.example`. Asked once a minute, at most, for what GET /api/privacy/posture says of the address: whether its answers name an onion, and whether its HTTPS record in DNS has what a client encrypts the name with. It is also what the card for agents names. Left out: nothing is asked, and only a devnet has a card.',
    ),
  resolver: z
    .string()
    .refine(
      (text) => readResolver(text) !== null,
      'wanted the address of a resolver, such as 192.0.2.53 or [2001:db8::53]:53',
    )
    .optional()
    .describe(
      "The resolver that is asked for that record in DNS, such as `192.0.2.53` or `[2001:db8::53]:53`. Left out: the machine's own.",
    ),
  executeOrigins: z
    .array(z.string().regex(/^https?:\/\/[^/\s]+$/, 'wanted an origin such as https://app.example'))
    .optional()
    .describe(
      'Origins such as `https://app.example` whose scripts may call what changes something; any where left out. What only uses up a pass or a paid invoice of the caller is for any origin.',
    ),
  console: z
    .boolean()
    .default(true)
    .describe(
      'Whether browsers that open the service are shown the console, a page to move money and to follow it.',
    ),
  explorers: z
    .record(
      z.string().regex(/^[a-z0-9:-]+$/, 'wanted a chain as requests name it, such as 8453'),
      z
        .string()
        .regex(
          /^https:\/\/[^\s{}]+\{tx\}[^\s{}]*$/,
          'wanted an https URL with {tx} in it, such as https://basescan.org/tx/{tx}',
        ),
    )
    .default({})
    .describe(
      "Where people look a chain's transactions up, by the chain as requests name it: `8453: https://basescan.org/tx/{tx}`. The console links to it.",
    ),
  stopNoticeSec: stopNoticeSec.default(0).describe(stopNoticeWords),
  trustedProxies: z
    .array(
      z
        .string()
        .refine(
          isProxyRange,
          'wanted an address, or a range such as 10.0.0.0/8 that does not hold all addresses',
        ),
    )
    .default([])
    .describe(
      'Addresses and ranges (10.0.0.0/8) of the proxies in front; only their X-Forwarded-For is believed.',
    ),
});

export const mainnetServerSchema = serverSchema.extend({
  stopNoticeSec: stopNoticeSec.default(5).describe(stopNoticeWords),
});
