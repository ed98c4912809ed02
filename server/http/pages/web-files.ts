/**
 * The files of the built web app, read into memory at the start. Only files in the map exist, so no path can leave
 * the folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compress, type Effort, type Encoding, WORTH_COMPRESSING } from '#server/http/encodings.ts';
import { etagOf } from '#server/http/etags.ts';

export type WebFile = ReturnType<typeof webFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Below this folder the build writes a content hash into file names. */
const HASHED = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';
/** The page names the hashed files; an outdated page would name files that no longer exist. */
const ASK_AGAIN = 'no-cache';
/** Browsers must hear of a new service worker, or of its end. */
const SERVICE_WORKER = /^\/sw(?:-remove)?\.js$/;
const AN_HOUR = 'public, max-age=3600';

/** All files below `folder` by their URL path; empty if there is no folder. */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>();
  for (const name of listFiles(folder)) {
    const url = `/${name.split(path.sep).join('/')}`;
    files.set(url, webFile(url, readFileSync(path.join(folder, name))));
  }
  return files;
}

function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export function webFile(url: string, bytes: Buffer, effort: Effort = 'high') {
  const type = TYPES[path.posix.extname(url).toLowerCase()] ?? 'application/octet-stream';
  const isText = /^text\/|json|svg|xml/.test(type) && bytes.length >= WORTH_COMPRESSING;
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return {
    bytes,
    type,
    etag: etagOf(bytes),
    cacheControl: cacheControlOf(url, type),
    /** The compressed file; undefined if that is not smaller, or too much is compressed now. */
    encoded(encoding: Encoding): Promise<Buffer> | undefined {
      const known = encoded.get(encoding);
      if (known !== undefined || !isText) return known;
      const made = compress(bytes, encoding, effort) ?? undefined;
      if (made !== undefined) encoded.set(encoding, made);
      made?.catch(() => encoded.delete(encoding));
      return made;
    },
  };
}

function cacheControlOf(url: string, type: string): string {
  if (url.startsWith(HASHED)) return FOREVER;
  const isPage = type.startsWith('text/html');
  return isPage || SERVICE_WORKER.test(url) ? ASK_AGAIN : AN_HOUR;
}
