/**
 * Compares two folders of pictures pixel by pixel, as `PICTURES=<folder> npx playwright test scenes first-page` takes
 * them: `npm run compare-pictures -- <before> <after> [<folder for pictures of the differences>]`.
 * Fails if any picture differs or is only in one folder.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { DRAWING_CHROMIUM } from '../../e2e/support/chromium.ts';

const [before, after, differences] = process.argv.slice(2);
if (before === undefined || after === undefined) {
  console.error('Usage: npm run compare-pictures -- <before> <after> [<differences>]');
  process.exit(2);
}
if (differences !== undefined) mkdirSync(differences, { recursive: true });

const picturesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.png'));
const names = [...new Set([...picturesIn(before), ...picturesIn(after)])].sort();
const browser = await chromium.launch(DRAWING_CHROMIUM);
const page = await browser.newPage();
const different: string[] = [];

for (const name of names) {
  const [one, other] = [before, after].map((folder) => read(path.join(folder, name)));
  const line = one && other ? await compare(name, one, other) : `only in ${one ? before : after}`;
  if (line !== undefined) different.push(`${name}: ${line}`);
}
await browser.close();
for (const line of different) console.log(line);
console.log(`${names.length} pictures, ${different.length} differ`);
if (names.length === 0 || different.length > 0) process.exitCode = 1;

function read(file: string): string | undefined {
  try {
    return `data:image/png;base64,${readFileSync(file).toString('base64')}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @returns what differs, undefined if nothing does; the browser decodes the pictures. */
async function compare(name: string, one: string, other: string): Promise<string | undefined> {
  if (one === other) return undefined;
  const found = await page.evaluate(
    async ([first = '', second = '']) => {
      const decode = async (url: string) => {
        const picture = await createImageBitmap(await (await fetch(url)).blob());
        const { width, height } = picture;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(picture, 0, 0);
        return { width, height, context, pixels: context.getImageData(0, 0, width, height) };
      };
      const [a, b] = [await decode(first), await decode(second)];
      if (a.width !== b.width || a.height !== b.height) {
        return { words: `${a.width} x ${a.height} px became ${b.width} x ${b.height}` };
      }
      const [was, is] = [a, b].map(({ pixels }) => pixels.data);
      const marked = new Uint32Array(is!.buffer);
      // Chromium draws slanted edges a shade lighter or darker from one time to the next.
      const isSame = (at: number) => Math.abs(was![at]! - is![at]!) <= 24;
      let [count, left, top, right, bottom] = [0, a.width, a.height, 0, 0];
      for (let index = 0; index < marked.length; index += 1) {
        const at = index * 4;
        if (isSame(at) && isSame(at + 1) && isSame(at + 2)) continue;
        const [x, y] = [index % a.width, Math.floor(index / a.width)];
        [left, top] = [Math.min(left, x), Math.min(top, y)];
        [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
        count += 1;
        // Red on what is now, so that it can be looked at.
        marked[index] = 0xff0000ff;
      }
      if (count === 0) return undefined;
      b.context.putImageData(b.pixels, 0, 0);
      const reader = new FileReader();
      reader.readAsDataURL(await b.context.canvas.convertToBlob());
      await new Promise((resolve) => reader.addEventListener('load', resolve));
      return {
        words: `${count} pixels in ${right - left} x ${bottom - top} px at ${left}, ${top}`,
        marked: String(reader.result).replace(/^.*,/, ''),
      };
    },
    [one, other],
  );
  if (found?.marked !== undefined && differences !== undefined) {
    writeFileSync(path.join(differences, name), Buffer.from(found.marked, 'base64'));
  }
  return found?.words;
}
