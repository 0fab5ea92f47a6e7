// What several parts of the page need. Each part that is loaded later imports all of it, so that it is one
// file of the bundle: a file for each set of parts that share something would be many small ones.
import './parts/names.tsx';
import './parts/station.tsx';
import './parts/typed-in.ts';
import './router.ts';
import './state/own-routes.ts';
import './state/store.ts';
import './wallet/ask-wallet.ts';
import './wallet/wallet-store.ts';
import './pages/move/trouble.tsx';
import './pages/move/send.ts';
