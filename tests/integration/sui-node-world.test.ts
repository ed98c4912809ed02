import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Transaction } from '@mysten/sui/transactions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentId } from '#demo/content-id.ts';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { cardCount, EVERYONE, HOLDERS, PERSONAS, personaNamed } from '#demo/personas.ts';
import { balancesOf, NO_BALANCE } from '#demo/sui-node/ledger/coins.ts';
import { fieldView } from '#demo/sui-node/ledger/dynamic-fields.ts';
import type { Ledger } from '#demo/sui-node/ledger/ledger.ts';
import { canonicalType, SUI_COIN_TYPE, SUI_TYPE } from '#demo/sui-node/ledger/move-types.ts';
import { objectDigest } from '#demo/sui-node/ledger/objects.ts';
import { createDemoWorld, DEMO_CARD_TYPE, DEMO_COIN_TYPE, DEMO_PASS_TYPE } from '#demo/world.ts';
import { contentPath } from '#rules/cards.ts';
import { chooseName } from '#rules/collectors.ts';
import { reference } from '#tests/sui-node/ledger-changes.ts';
import { connect, startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

describe('the demo world', () => {
  const ledger = createDemoWorld();
  const cards = (name: string) =>
    [...ledger.store.listOwned(personaAddress(name), (type) => type === DEMO_CARD_TYPE)].map(
      (card) => ledger.displays.of(card)?.output,
    );

  it('makes each key from the SHA-256 of its text', () => {
    expect(personaKeypair('ace').toSuiAddress()).toBe(
      '0x8e872786e71fdf584985bf1b45d5367803b590fbd0601c21d8c5a1ee57ccf5b2',
    );
    expect(new Set(EVERYONE.map(({ name }) => personaAddress(name))).size).toBe(EVERYONE.length);
  });

  it('gives everybody the cards they should hold', () => {
    const counts = Object.fromEntries(PERSONAS.map((one) => [one.name, cardCount(one)]));
    expect(counts).toEqual({
      ace: 12,
      kiosk: 12,
      five: 5,
      duo: 2,
      zero: 0,
      whale: 1_500,
      admin: 1,
      house: 5,
      encore: 17,
    });
    for (const { name, loose } of EVERYONE) expect(cards(name)).toHaveLength(loose);
    const passes = ledger.store.listOwned(
      personaAddress('encore'),
      (type) => type === DEMO_PASS_TYPE,
    );
    expect([...passes].map((pass) => ledger.displays.of(pass)?.output?.name)).toContain(
      'Backstage Pass #12',
    );
    expect(HOLDERS.length).toBeGreaterThanOrEqual(30);
    const holderCounts = HOLDERS.map(cardCount);
    expect([Math.min(...holderCounts), Math.max(...holderCounts)]).toEqual([1, 60]);
    expect(new Set(holderCounts).size).toBeLessThan(holderCounts.length);
  });

  it('gives everybody SUI and the token', () => {
    for (const { name, hasNoCoins } of EVERYONE) {
      const types = [...ledger.store.listOwned(personaAddress(name))].map(({ type }) => type);
      expect(types.includes(SUI_COIN_TYPE)).toBe(hasNoCoins !== true);
      const balance = balancesOf(ledger, personaAddress(name)).get(SUI_TYPE) ?? NO_BALANCE;
      expect(balance.inCoins + balance.inAddress).toBe(10_000_000_000n);
      expect(types.some((type) => type.includes(`<${DEMO_COIN_TYPE}>`))).toBe(true);
    }
  });

  it('has names that can be chosen as they stand', () => {
    for (const { displayName } of EVERYONE) expect(chooseName(displayName)).toBe(displayName);
    expect(new Set(EVERYONE.map(({ displayName }) => displayName)).size).toBe(EVERYONE.length);
  });

  it('has numbered editions of the five cards, each with a picture', () => {
    for (const name of ['ace', 'five']) {
      const genesis = cards(name).map((card) => String(card?.name).replace(/ #\d+$/, ''));
      expect(new Set(genesis).size).toBe(5);
    }
    const all = EVERYONE.flatMap(({ name }) => cards(name)).map((card) => card?.name);
    expect(new Set(all).size).toBe(all.length);
    for (const card of cards('whale')) expect(contentPath(String(card?.image_url))).not.toBeNull();
    expect(canonicalType(DEMO_CARD_TYPE)).toBe(DEMO_CARD_TYPE);
    expect(canonicalType(DEMO_COIN_TYPE)).toBe(DEMO_COIN_TYPE);
  });

  it('can be made with links to other pictures', () => {
    const cid = contentId(new TextEncoder().encode('hello world'));
    expect(cid).toBe('bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e');
    const people = [personaNamed('five')];
    const world = createDemoWorld({ people, imageUrlOf: (id) => `ipfs://${cid}/${id}` });
    const [card] = world.store.listOwned(personaAddress('five'), (type) => type === DEMO_CARD_TYPE);
    const output = card && world.displays.of(card)?.output;
    expect(output?.image_url).toMatch(new RegExp(`^ipfs://${cid}/[1-5]$`));
  });

  it('is the same at every start, field by field', () => {
    const again = createDemoWorld();
    expect(fingerprint(again)).toEqual(fingerprint(ledger));
    const kiosks = [...ledger.store.listOwned(personaAddress('kiosk'))].length;
    expect(kiosks).toBe(3 + 3 + 3);
  });
});

function fingerprint(ledger: Ledger): string[] {
  return EVERYONE.flatMap(({ name }) =>
    [...ledger.store.listOwned(personaAddress(name))].map(
      (object) => `${object.id} ${objectDigest(object)} ${fieldView(ledger, object)?.kind}`,
    ),
  );
}

describe('the journal', () => {
  const people = ['ace', 'duo'].map(personaNamed);
  const duo = personaAddress('duo');
  let journalFile: string;
  let node: TestNode | undefined;

  beforeEach(() => {
    journalFile = path.join(makeTempFolder('sui-node'), 'kept', 'journal.jsonl');
  });
  afterEach(() => node?.close());

  const open = async () => {
    await node?.close();
    node = await startTestNode({ ledger: createDemoWorld({ people }), journalFile });
    return node;
  };
  const give = async ({ ledger }: TestNode) => {
    const { core } = connect(node as TestNode, 'grpc');
    const [card] = ledger.store.listOwned(personaAddress('ace'), (type) => type === DEMO_CARD_TYPE);
    const transaction = new Transaction();
    const given = transaction.objectRef(reference(ledger, card?.id ?? ''));
    transaction.transferObjects([given], duo);
    const signer = personaKeypair('ace');
    return (await core.signAndExecuteTransaction({ transaction, signer })).Transaction?.digest;
  };
  const held = ({ ledger }: TestNode) =>
    [...ledger.store.listOwned(duo, (type) => type === DEMO_CARD_TYPE)].map(
      (card) => `${card.id} ${objectDigest(card)}`,
    );

  it('brings back what was executed after a restart, byte by byte', async () => {
    const first = await open();
    const digests = [await give(first), await give(first)];
    const before = held(first);
    expect(before).toHaveLength(4);
    const second = await open();
    expect(held(second)).toEqual(before);
    expect([...second.ledger.transactions.keys()]).toEqual(digests);
    expect([...second.ledger.transactions.values()].map(({ timestampMs }) => timestampMs)).toEqual(
      [...first.ledger.transactions.values()].map(({ timestampMs }) => timestampMs),
    );
  });

  it('drops a torn last line and goes on', async () => {
    await give(await open());
    const whole = readFileSync(journalFile, 'utf8');
    appendFileSync(journalFile, whole.slice(0, 60));
    const second = await open();
    expect(held(second)).toHaveLength(3);
    await give(second);
    expect(readFileSync(journalFile, 'utf8').trim().split('\n')).toHaveLength(2);
    expect(held(await open())).toHaveLength(4);
  });
});
