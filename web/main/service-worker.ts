/** The service worker (web/public/sw.js), which keeps the pages seen last for when the server cannot be reached. */
import { isKeptPage } from '#web/api/server-state.ts';
import { settings } from '#web/api/settings.ts';

export async function startServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined || import.meta.env.DEV) return;
  if (!settings().hasServiceWorker) {
    for (const registration of await serviceWorker.getRegistrations()) {
      await registration.unregister();
    }
    for (const name of await caches.keys()) await caches.delete(name);
    return;
  }
  await serviceWorker.register('/sw.js');
  const tellSeen = async () => (await serviceWorker.ready).active?.postMessage(seen());
  await tellSeen();
  // A page come to by a link is no request; wouter raises this event.
  addEventListener('pushState', tellSeen);
}

function seen(): { path: string; isKept: boolean; files: string[] } {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    // Before they are parsed: the link of a card's picture may be none.
    .filter((name) => name.startsWith(`${location.origin}/`))
    .map((name) => new URL(name).pathname);
  return { path: location.pathname, isKept: isKeptPage(document), files };
}
