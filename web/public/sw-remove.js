/** Sent in place of sw.js with SERVICE_WORKER=off: the worker and all it kept are gone at the next visit. */
addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => {
  event.waitUntil(removeAll());
});

async function removeAll() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
