import type { ComponentChildren, JSX } from 'preact';

function Icon({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

// Shapes of Lucide (ISC), drawn as components.
export const CopyIcon = (): JSX.Element => (
  <Icon>
    <rect x="8" y="8" width="13" height="13" rx="2" />
    <path d="M4 16a2 2 0 0 1-1-2V5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 1" />
  </Icon>
);
export const CheckIcon = (): JSX.Element => (
  <Icon>
    <path d="m5 13 4 4L19 7" />
  </Icon>
);
export const SwapIcon = (): JSX.Element => (
  <Icon>
    <path d="M7 4v16m0 0-4-4m4 4 4-4M17 20V4m0 0-4 4m4-4 4 4" />
  </Icon>
);
export const OutIcon = (): JSX.Element => (
  <Icon>
    <path d="M14 4h6v6m0-6L10 14M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5" />
  </Icon>
);
export const WalletIcon = (): JSX.Element => (
  <Icon>
    <path d="M19 7V5a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a2 2 0 0 1-2-2V6" />
    <path d="M17 14h.01" />
  </Icon>
);
