// The service's HTTP face over doubles, in a process of its own that is flooded. Not for import.
import { systemClock } from '@interline/adapters/clock';
import { systemEntropy } from '@interline/adapters/entropy';
import { pinoLog } from '@interline/adapters/log';
import { createHttpApp, serve } from '@interline/http';
import { fakeHttpDeps } from '@interline/http/testing';

// As a deployment logs where nothing says otherwise.
const log = pinoLog('warn');
const deps = fakeHttpDeps({ clock: systemClock, entropy: systemEntropy });
const serving = await serve(createHttpApp({ ...deps, log }), { port: 0, host: '127.0.0.1' });

process.on('disconnect', () => process.exit());
process.send?.(serving.url);
