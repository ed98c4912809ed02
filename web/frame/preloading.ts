/** Code that the frame may preload. `web/main` provides it, because the frame must not import pages. */
import { createContext } from 'react';

export interface Preloading {
  /** The code of the page at a path. */
  page(path: string): void;
  /** The code of the wallet and sign-in dialogs. */
  dialogs(): void;
}

export const PreloadingContext = createContext<Preloading>({ page: () => {}, dialogs: () => {} });
