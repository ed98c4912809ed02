/**
 * The service worker: files of this version and the pages seen last, for when the server cannot be reached. Pages come
 * from the server whenever it answers. No call is answered from here and nothing that belongs to one person is kept:
 * pages are the same for everybody. Not part of the build, so it does not change with each version; kept is what
 * belongs to one entry script, whose name is the version and the name of the cache.
 */

/** Without an answer for so long, in ms, a kept page is shown. It says what it is, and asks on. */
const PATIENCE = 3_000;

const ENTRY = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/;
const FILE = /^\/(?:art\/.+|[\w-]+\.(?:svg|png|webmanifest))$/;
const PAGE = /^\/(?!api$|healthz$|readyz$|metrics$|ws$)[\w-]*\/?$/;

addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') {
    if (PAGE.test(pathname)) event.respondWith(answerPage(event));
  } else if (pathname.startsWith('/assets/')) event.respondWith(answerAsset(event));
  else if (FILE.test(pathname)) event.respondWith(answerFile(event));
});

/** What a page tells once it was shown: its path, whether it was kept, and the files that came before this worker. */
addEventListener('message', (event) => {
  event.waitUntil(keepSeen(event.data).catch(() => {}));
});

async function keepSeen({ path, isKept, files }) {
  if (!PAGE.test(path)) return;
  // A kept one too: on a line that is always slow it would stay for ever.
  if (isKept || (await find(path)) === undefined) await keepPage(path, await fetch(path));
  for (const file of files) {
    const isOurs = file.startsWith('/assets/') || FILE.test(file);
    if (!isOurs || (await find(file)) !== undefined) continue;
    await fetch(file)
      .then((answer) => keepFile(file, answer))
      .catch(() => {});
  }
}

async function answerPage(event) {
  const { pathname, search } = new URL(event.request.url);
  // In Firefox the early answer is an error where other browsers reject.
  const answer = Promise.resolve(event.preloadResponse).then((early) =>
    early === undefined || early.type === 'error' ? fetch(event.request) : early,
  );
  const kept = await find(pathname).catch(() => undefined);
  const first = await Promise.race([
    answer.catch(() => null),
    ...(kept === undefined ? [] : [new Promise((resolve) => setTimeout(resolve, PATIENCE, null))]),
  ]);
  const isGood = first !== null && (first.status < 500 || kept === undefined);
  // On 'back' the browser may answer with an older page out of its own cache.
  const isNew = !event.request.isHistoryNavigation;
  if (isGood && isNew && search === '')
    event.waitUntil(keepPage(pathname, first.clone()).catch(() => {}));
  if (isGood) return first;
  return kept === undefined ? nothingKept() : marked(kept);
}

/** The page tells by the mark that it may be old. */
async function marked(kept) {
  const headers = new Headers(kept.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  const text = await kept.text();
  return new Response(text.replace('<html', '<html data-kept'), { headers });
}

function nothingKept() {
  const text =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<meta name="color-scheme" content="dark"><title>The MAINZ</title><h1>The server does not answer</h1>' +
    '<p>This page was not opened on this device before, so there is nothing to show of it.</p>' +
    '<p><a href="">Load the page again</a> or go to <a href="/">the first page</a>.</p></html>';
  const headers = { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" };
  return new Response(text, { status: 503, headers });
}

/** Keeps a page as the only one of its kind; another version ends what was kept of the one before. */
async function keepPage(path, answer) {
  const isPage = answer.ok && !answer.redirected && /html/.test(answer.headers.get('content-type'));
  const text = isPage ? await answer.clone().text() : '';
  // One that was cut off, and had no length in its head, is no error to the browser.
  const entry = text.trimEnd().endsWith('</html>') ? ENTRY.exec(text)?.[1] : undefined;
  if (entry === undefined) return;
  await inTurn(async () => {
    const cache = await caches.open(entry);
    try {
      await cache.put(keyOf(path), answer);
    } catch (error) {
      // No room: what is kept of the version before stays, and without an empty one beside it, which files would go by.
      if ((await cache.keys()).length === 0) await caches.delete(entry);
      throw error;
    }
    for (const name of await caches.keys()) if (name !== entry) await caches.delete(name);
  });
}

/** Its name has a hash of its content. */
async function answerAsset(event) {
  const kept = await find(new URL(event.request.url).pathname).catch(() => undefined);
  return kept ?? fetchAndKeep(event);
}

async function answerFile(event) {
  const answer = await fetchAndKeep(event).catch(() => undefined);
  if (answer !== undefined && answer.status < 500) return answer;
  const kept = await find(new URL(event.request.url).pathname).catch(() => undefined);
  return kept ?? answer ?? Response.error();
}

async function fetchAndKeep(event) {
  const answer = await fetch(event.request);
  const { pathname } = new URL(event.request.url);
  event.waitUntil(keepFile(pathname, answer.clone()).catch(() => {}));
  return answer;
}

/** No file of ours is a page: that is the login page of somebody between. */
async function keepFile(path, answer) {
  const isFile = answer.ok && answer.type === 'basic' && !answer.redirected;
  if (!isFile || /html/.test(answer.headers.get('content-type'))) return;
  // The whole of it first: the turn of the others must not wait for a slow line.
  await answer.clone().arrayBuffer();
  await inTurn(async () => (await currentCache())?.put(path, answer));
}

function find(path) {
  return caches.match(keyOf(path), { ignoreVary: true });
}

/** One after the other: what is opened or filled while it is deleted would be there again. */
let turn = Promise.resolve();
function inTurn(work) {
  const done = turn.then(work);
  turn = done.catch(() => {});
  return done;
}

/** Of the version whose page was kept last. */
async function currentCache() {
  const [name] = await caches.keys();
  if (name === undefined) return undefined;
  const cache = await caches.open(name);
  if ((await cache.keys()).length > 0) return cache;
  // A page that wants nothing kept deleted it meanwhile.
  await caches.delete(name);
}

function keyOf(path) {
  return path.replace(/(?<=.)\/$/, '');
}
