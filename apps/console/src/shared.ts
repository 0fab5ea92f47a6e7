// What several parts of the page need. Each part that is loaded later imports all of it, so that it is one
// file of the bundle: a file for each set of parts that share something would be many small ones.
import './parts/clock.tsx';
import './parts/heading.ts';
import './parts/long.tsx';
import './parts/names.ts';
import './parts/station.tsx';
import './parts/sure.tsx';
import './parts/typed-in.ts';
import './router.ts';
import './state/privacy.ts';
import './state/own-routes.ts';
import './state/store.ts';
import './wallet/provider.ts';
import './wallet/wallet-store.ts';
import './pages/move/form-store.ts';
import './pages/move/trouble.tsx';
import './pages/move/send.ts';
import './pages/move/unanswered.tsx';
