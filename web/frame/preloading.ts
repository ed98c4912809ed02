/** What the frame may fetch ahead of a press. `web/main` provides it: the frame itself knows no page and no dialog. */
import { createContext } from 'react';

export interface Preloading {
  /** The code of the page at a path. */
  page(path: string): void;
  /** The code of the wallet and sign-in dialogs. */
  dialogs(): void;
}

export const PreloadingContext = createContext<Preloading>({ page: () => {}, dialogs: () => {} });
