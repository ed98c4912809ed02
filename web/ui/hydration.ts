/** The server renders pages first. What only the browser knows (clock, time zone) must wait for hydration. */
import { startTransition, useEffect, useState } from 'react';

let isDone = false;

/** False on the server and while the page hydrates. */
export function useIsHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(isDone);
  useEffect(() => {
    isDone = true;
    // The rows of a long list follow in portions, not in one task.
    startTransition(() => setIsHydrated(true));
  }, []);
  return isHydrated;
}
