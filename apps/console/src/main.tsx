import './shared.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { beginListening } from './wallet/wallet-store.ts';

beginListening();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
