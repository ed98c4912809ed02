/** Pages as search engines and link previews read them, without JavaScript. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { shortAddress } from '#rules/address.ts';
import { LOBBY_LIFE_SECONDS } from '#rules/battle/lobby.ts';
import { PREVIEW_SIZE, previewedPage } from '#rules/link-previews.ts';
import { PAGES, type PagePath } from '#rules/pages.ts';
import { webFile } from '#server/http/pages/web-files.ts';
import { asked } from '#tests/support/asked.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { send, startProduct } from '#tests/support/in-process-product.ts';

const WEB = path.resolve(import.meta.dirname, '../../web');
const ORIGIN = 'https://cards.example';
const INDEX = readFileSync(path.join(WEB, 'index.html'));
const OWN_SCRIPTS = INDEX.toString()
  .split('</head>', 1)[0]
  ?.match(/<script/g);

const product = await forThisFile(
  startProduct({
    config: { publicOrigin: ORIGIN },
    webFiles: new Map([['/index.html', webFile('/index.html', INDEX)]]),
  }),
);
const ace = product.person('ace');
product.mint(ace.address, 1);

/** The head as a reader of tags takes it. */
async function headOf(address: string) {
  const { status, text, headers } = await send(product, 'GET', address);
  const head = text.slice(0, text.indexOf('</head>'));
  const tags = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)];
  return {
    status,
    head,
    headers,
    title: /<title>(.*)<\/title>/.exec(head)?.[1],
    canonical: /<link rel="canonical" href="([^"]+)" \/>/.exec(head)?.[1],
    meta: Object.fromEntries(tags.map(([, name = '', content = '']) => [name, plain(content)])),
  };
}

function plain(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

const ADDRESSES = Object.keys(PAGES) as PagePath[];

describe.each(ADDRESSES)('%s', (address) => {
  const page = previewedPage(address);

  it('says in its head what it is', async () => {
    const { status, title, canonical, meta } = await headOf(address);
    expect(status).toBe(200);
    expect(title).toContain(page.title);
    expect(canonical).toBe(ORIGIN + address);
    expect(meta).toMatchObject({
      description: page.description,
      'og:url': ORIGIN + address,
      'og:title': page.headline,
      'og:description': page.description,
      'og:image': ORIGIN + page.image,
      'og:image:alt': page.imageAlt,
      'twitter:card': 'summary_large_image',
      'theme-color': '#0f0d0c',
    });
    expect(meta.robots).toBe(address === '/admin' ? 'noindex' : undefined);
  });

  it('has a picture of the size it claims', () => {
    const png = readFileSync(path.join(WEB, 'public', page.image));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([...PREVIEW_SIZE]);
  });
});

describe('the head of a page', () => {
  it('is different on every page', () => {
    const heads = ADDRESSES.map(previewedPage);
    for (const part of ['headline', 'description'] as const) {
      expect(new Set(heads.map((head) => head[part])).size).toBe(heads.length);
    }
  });

  it('names the own address it was asked for under when PUBLIC_ORIGIN is not set, never another', async () => {
    const local = await startProduct({
      webFiles: new Map([['/index.html', webFile('/index.html', INDEX)]]),
    });
    onTestFinished(() => local.close());
    for (const [host, named] of [
      ['localhost', 'localhost'],
      ['127.0.0.1', '127.0.0.1'],
      ['evil.example', 'localhost'],
    ]) {
      const { port } = local;
      const headers = { host: `${host}:${port}` };
      const { text } = await asked({ port, path: '/games', headers });
      expect(text).toContain(`rel="canonical" href="http://${named}:${local.port}/games"`);
      expect(text).not.toContain('evil');
    }
  });
});

describe('an invitation', () => {
  async function openLobby(name: string): Promise<string> {
    const { id } = await ace.client.call('POST /api/game/lobbies', {
      body: { name, creatorWallet: ace.address },
    });
    return id;
  }
  const linkTo = (id: string) => `/trading-card-game?lobby=${id}`;

  it('says who invites, as long as the seat is free', async () => {
    await ace.client.call('POST /api/user', { body: { walletAddress: ace.address } });
    await ace.client.signIn();
    await ace.client.rename('Ace "><script>alert(1)</script>');
    const id = await openLobby("Mind the <gap> & 'mice'");
    const invited = await headOf(linkTo(id));
    expect(invited.status).toBe(200);
    expect(invited.head.match(/<script/g)).toEqual(OWN_SCRIPTS);
    expect(invited.meta['og:title']).toBe(
      'Ace "><script>alert(1)</script> invites you to a Trading Card Battle',
    );
    expect(invited.meta['og:description']).toContain(shortAddress(ace.address));
    expect(invited.meta['og:description']).toContain("“Mind the <gap> & 'mice'”");
    expect(invited.meta['og:url']).toBe(ORIGIN + linkTo(id));
    expect(invited.meta.robots).toBe('noindex');
    expect(invited.canonical).toBe(`${ORIGIN}/trading-card-game`);
    expect(invited.title).toBe('Trading Card Battle · The MAINZ');
    const etag = invited.headers.get('etag')!;
    const again = await send(product, 'GET', linkTo(id), { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);

    const headline = async () => (await headOf(linkTo(id))).meta['og:title'];
    const reserve = (wallet: string | null) =>
      product.sql`UPDATE battle_lobbies SET reserved_for = ${wallet}, rematch_of = ${wallet}
        WHERE id = ${id}`;
    await reserve(ace.address);
    expect(await headline(), 'a rematch invites nobody else').toBe(
      previewedPage('/trading-card-game').headline,
    );
    await reserve(null);
    expect(await headline()).toBe(invited.meta['og:title']);
    await product.clock.advance(LOBBY_LIFE_SECONDS * 1000);
    expect(await headline()).toBe(previewedPage('/trading-card-game').headline);
  });

  it.each(['00000000-0000-4000-8000-000000000000', "' OR 1=1 --", '%00', 'x'.repeat(5_000), ''])(
    'to %j is the battle page',
    async (id) => {
      const { status, meta } = await headOf(linkTo(id));
      expect([status, meta['og:title']]).toEqual([
        200,
        previewedPage('/trading-card-game').headline,
      ]);
      expect(meta.robots, 'of no game').toBe(id === '' ? undefined : 'noindex');
    },
  );

  it('is the battle page while the database does not answer, and a fault is logged', async () => {
    const { sql, log } = product;
    const told = vi.spyOn(log, 'error').mockReturnValue();
    onTestFinished(() => told.mockRestore());
    await headOf(linkTo('00000000-0000-4000-8000-000000000000'));
    expect(told).not.toHaveBeenCalled();
    await sql`ALTER TABLE battle_lobbies RENAME TO away`;
    onTestFinished(async () => void (await sql`ALTER TABLE away RENAME TO battle_lobbies`));
    const { status } = await headOf(linkTo('00000000-0000-4000-8000-000000000000'));
    expect(status).toBe(200);
    expect(told).toHaveBeenCalledOnce();
  });
});

describe('the profile of a collector', () => {
  const linkTo = (wallet: string) => `/profile?wallet=${wallet}`;
  const ada = product.person('ada');

  it('says whose it is and what is known of it, however the address is spelled', {
    tags: 'collectors-20',
  }, async () => {
    await ada.client.call('POST /api/user', { body: { walletAddress: ada.address } });
    const unread = await headOf(linkTo(ada.address));
    expect(unread.title).toBe(`User_${ada.address.slice(-4)} · The MAINZ`);
    expect(unread.meta.description).toContain('have not been read from the chain yet');

    await ada.client.signIn();
    await ada.client.rename('Ada "><script>alert(1)</script>');
    product.mint(ada.address, 3);
    await send(product, 'POST', `/api/nfts/sync/${ada.address}`);
    const shouted = ada.address.toUpperCase().replace('0X', '0x');
    for (const address of [linkTo(ada.address), `/profile/?a=b&wallet=${shouted}`]) {
      const { status, head, meta, canonical } = await headOf(address);
      expect(status).toBe(200);
      expect(head.match(/<script/g)).toEqual(OWN_SCRIPTS);
      expect(meta['og:title']).toBe('Ada "><script>alert(1)</script> in The MAINZ');
      expect(meta['og:description']).toContain(`(${shortAddress(ada.address)})`);
      expect(meta['og:description']).toContain('They hold 3 cards');
      expect(meta['og:url']).toBe(ORIGIN + linkTo(ada.address));
      expect(canonical).toBe(ORIGIN + linkTo(ada.address));
      expect(meta.robots).toBe('noindex');
    }
  });

  it.each([
    ['nothing', ''],
    ['no address', '0xzz'],
    ['one digit too many', `0x${'a'.repeat(65)}`],
    ['a NUL and half a character', '%00%ff'],
    ['markup', '"><script>'],
    ['as much as fits', 'a'.repeat(12_000)],
    ['a wallet that nobody knows', `0x${'d'.repeat(64)}`],
  ])('is the page of every profile when it is named by %s', async (_, wallet) => {
    const { status, head, meta } = await headOf(linkTo(wallet));
    expect([status, meta['og:title']]).toEqual([200, previewedPage('/profile').headline]);
    expect(meta.robots, 'of nobody').toBe('noindex');
    expect(head.match(/<script/g)).toEqual(OWN_SCRIPTS);
  });

  it('never has the chain read, and creates nobody', { tags: 'collectors-20' }, async () => {
    product.node.requests.reset();
    const before = await product.sql`SELECT wallet FROM collectors`;
    for (let nth = 10; nth < 30; nth += 1) await headOf(linkTo(`0x${nth}`));
    expect(product.node.requests.count('grpc', 'ListOwnedObjects')).toBe(0);
    expect(await product.sql`SELECT wallet FROM collectors`).toHaveLength(before.length);
  });

  it('is the page of every profile while the database does not answer', async () => {
    const { sql } = product;
    await sql`ALTER TABLE collectors RENAME TO away`;
    onTestFinished(async () => void (await sql`ALTER TABLE away RENAME TO collectors`));
    expect((await headOf(linkTo(ada.address))).status).toBe(200);
  });
});

describe('a search engine', () => {
  it('finds a map of the pages it may keep', async () => {
    const { status, headers, text } = await send(product, 'GET', '/sitemap.xml');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
      ['/', '/profile', '/games', '/the-mainz', '/trading-card-game'].map((at) => ORIGIN + at),
    );
  });

  it('finds rules that lead to the map', async () => {
    const { status, headers, text } = await send(product, 'GET', '/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('Disallow: /api/');
    expect(text).not.toContain('/admin');
    expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    const etag = headers.get('etag')!;
    const again = await send(product, 'GET', '/robots.txt', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });
});

describe('a page about somebody', () => {
  it('costs as much of the limit as the calls whose answers it has', { tags: 'I8' }, async () => {
    const limited = await product.another({ rateLimitFactor: 0.1 });
    const { address, client } = await limited.collector('somebody');
    await client.rename('Ada of the pages');
    const ask = (headers: Record<string, string>) =>
      Promise.all(
        Array.from({ length: 30 }, () =>
          send(limited, 'GET', `/profile?wallet=${address}`, { headers }),
        ),
      );
    const from = { 'x-forwarded-for': '198.51.100.1' };
    // To a page of another site it names nobody, and costs nothing.
    const foreign = { ...from, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
    expect((await ask(foreign)).map(({ text }) => text).join()).not.toContain('Ada of the pages');
    const pages = await ask(from);
    // Beyond it comes a page that names nobody, from memory.
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    expect(pages.filter(({ text }) => text.includes('Ada of the pages'))).toHaveLength(20);
  });
});
