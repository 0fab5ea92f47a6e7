import { systemClock } from '@interline/adapters/clock';
import { systemEntropy } from '@interline/adapters/entropy';
import { pinoLog } from '@interline/adapters/log';
import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { createHttpApp } from '@interline/http';
import { fakeHttpDeps } from '@interline/http/testing';
import { guardRail, railRegistry } from '@interline/plugins';
import { scriptedRail, testGuardHost } from '@interline/plugins/testing';
import { quoteRoute } from '@interline/core/transfer';

/**
 * The service's own HTTP face and quote over the kit's rails, guarded as any, which answer at once.
 */
export function scriptedApp(rails: number) {
  const ids = Array.from({ length: rails }, (_, at) => `scripted-${at + 1}`);
  // As a deployment logs where nothing says otherwise.
  const log = pinoLog('warn');
  const registry = railRegistry(
    ids.map((id) =>
      guardRail(scriptedRail({ manifest: { id } }), {
        clock: systemClock,
        log,
        host: testGuardHost(),
      }),
    ),
  );
  const deps = fakeHttpDeps({
    rateLimiter: memoryRateLimiter(systemClock),
    limits: { scale: 1_000_000, keyFactor: 10 },
    clock: systemClock,
    entropy: systemEntropy,
    useCases: { transfer: { quoteRoute: quoteRoute(registry) } },
  });
  return createHttpApp({ ...deps, log });
}
