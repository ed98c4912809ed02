/** The collection organiser: groups by mouse, touch, keyboard and menu, and their saving. */
import { expect, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { GROUPS_MAX } from '#rules/groups.ts';
import { test } from './support/demo-product.ts';
import { hold, loseAnswers, notReached } from './support/hold.ts';
import { complaints, cutButtons, isCut } from './support/page-checks.ts';
import {
  addGroup,
  card,
  cardInReach,
  cardsOf,
  declineToSign,
  dropOn,
  finger,
  grab,
  group,
  personaAt,
  said,
  saved,
  visitProfile,
  visitSignedIn,
} from './support/profile.ts';
import { frames, settledBox, settledScroll } from './support/ready.ts';
import { withoutPrerender } from './support/without-prerender.ts';

/** High enough to render all cards of a small collection. */
const TALL = { viewport: { width: 1280, height: 2000 } };

interface StoredGroup {
  readonly groupName: string;
  readonly nftTokenIds: readonly string[];
}

async function stored(page: Page, persona: string): Promise<StoredGroup[]> {
  return (await page.request.get(`/api/nft-groups/${personaAddress(persona)}`)).json();
}

/** The cards of a persona without groups, in their order. */
async function looseCards(page: Page, count: number): Promise<string[]> {
  await expect(group(page, 'My Collection').locator('[data-card]')).toHaveCount(count);
  return cardsOf(page, 'My Collection');
}

test('the mouse drags cards into a group, to a place, and several at once, and selects no text; a reload keeps it; axe has nothing to say', {
  tag: ['@collectors-3', '@groups-1', '@groups-4'],
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'ace', TALL);
  await addGroup(page, 'Stars');
  await addGroup(page, 'Trade');
  await saved(page);

  expect(await canSelectText(page)).toBe(true);
  await grab(page, card(page, 'Drops of Conviction #1'));
  await expect(card(page, 'Drops of Conviction #1')).toHaveAttribute('data-dragged');
  expect(await canSelectText(page)).toBe(false);
  await dropOn(page, group(page, 'Stars').getByText('Drop cards here'));
  await expect.poll(() => cardsOf(page, 'Stars')).toEqual(['Drops of Conviction #1']);
  await expect(said(page)).toHaveText('Drops of Conviction #1 moved to Stars.');
  // A card has landed once: scrolled away and back, it does not land again.
  await expect(page.locator('[data-landed]')).toHaveCount(0);

  await grab(page, card(page, 'Drops of Conviction #3'));
  await dropOn(page, card(page, 'Drops of Conviction #1'), 0.05, 0.4);
  await expect
    .poll(() => cardsOf(page, 'Stars'))
    .toEqual(['Drops of Conviction #3', 'Drops of Conviction #1']);

  const first = card(page, 'Planktuz de Solanuz #1');
  await first.locator('.card').click();
  await card(page, 'the hodlord card #1')
    .locator('.card')
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(page.getByText('2 selected')).toBeVisible();
  expect(await complaints(page)).toEqual([]);
  await grab(page, first);
  await dropOn(page, page.locator('[data-rail]').filter({ hasText: 'Trade' }));
  await expect(page.locator('[data-rail]').filter({ hasText: 'Trade' })).toContainText('2');

  // So fast that no move is seen above the cards.
  const quick = card(page, 'Planktuz de Solanuz #2');
  const from = await settledBox(quick);
  const to = page.locator('[data-rail]').filter({ hasText: 'Stars' });
  const over = await settledBox(to);
  await quick.hover({ position: { x: from.width / 2, y: from.height / 3 } });
  await page.mouse.down();
  await page.mouse.move(over.x + over.width / 2, over.y + over.height / 2);
  await expect(to).toHaveAttribute('data-over');
  await page.mouse.up();
  await expect(to).toContainText('3');
  await quick.hover();
  await expect(page.locator('[data-dragging]')).toHaveCount(0);
  await saved(page);

  await page.reload();
  await expect
    .poll(() => cardsOf(page, 'Stars'))
    .toEqual(['Drops of Conviction #3', 'Drops of Conviction #1', 'Planktuz de Solanuz #2']);
  expect((await stored(page, 'ace')).map(({ nftTokenIds }) => nftTokenIds.length)).toEqual([3, 2]);
});

/** Safari asks so before it selects what the pointer passes, also when it was pressed where nothing can be selected. */
function canSelectText(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    document.body.dispatchEvent(new Event('selectstart', { bubbles: true, cancelable: true })),
  );
}

test('a card that is let go before the page has drawn that it was picked up is put back', async ({
  browser,
}) => {
  const page = await visitProfile(browser, 'kiosk', TALL);
  const held = group(page, 'My Collection').locator('[data-card] .card-art').first();
  await held.evaluate((element) => {
    for (const [type, clientX] of [
      ['pointerdown', 0],
      ['pointermove', 20],
      ['pointerup', 20],
    ] as const) {
      const options = { bubbles: true, isPrimary: true, pointerId: 1, pointerType: 'mouse' };
      element.dispatchEvent(new PointerEvent(type, { ...options, clientX }));
    }
  });
  await expect(said(page)).toContainText('put back');
  await expect(page.locator('[data-dragging]')).toHaveCount(0);
});

test('the keyboard alone carries cards, with every step said, and puts them back on Escape', async ({
  browser,
}) => {
  const page = await visitSignedIn(browser, 'five', TALL);
  await addGroup(page, 'Stars');
  await saved(page);
  const face = (name: string) => card(page, name).getByRole('button').first();
  const names = await looseCards(page, 5);
  const [first = '', second = '', third = ''] = names;

  await face(first).focus();
  await page.keyboard.press('ArrowRight');
  await expect(face(second)).toBeFocused();
  await page.keyboard.down('Space');
  await page.keyboard.down('Space'); // a repeat, since it was not let go
  await page.keyboard.up('Space');
  await expect(said(page)).toContainText(`Picked up ${second} from My Collection.`);
  await page.keyboard.press('PageUp');
  await expect(said(page)).toContainText('Stars, place 1 of 1.');
  await page.keyboard.press('Escape');
  await expect(said(page)).toContainText(`${second} put back.`);
  await expect.poll(() => cardsOf(page, 'My Collection')).toEqual(names);

  for (const name of [second, third]) {
    await face(name).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    await expect(said(page)).toContainText(`${name} moved to Stars.`);
    await expect(face(name)).toBeFocused();
  }
  // Page Up puts the card first in the group above.
  await expect.poll(() => cardsOf(page, 'Stars')).toEqual([third, second]);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(said(page)).toContainText('Stars, place 2 of 2.');
  await page.keyboard.press('Space');
  await expect.poll(() => cardsOf(page, 'Stars')).toEqual([second, third]);
  await saved(page);
  const stars = (await stored(page, 'five')).find(({ groupName }) => groupName === 'Stars');
  expect(stars?.nftTokenIds).toHaveLength(2);
});

test("'Move to...' moves a card, also into a new group that is named on the spot; its menu stays beside it while the page moves", {
  tag: ['@cards-7', '@groups-1', '@groups-4'],
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'kiosk', TALL);
  await addGroup(page, 'Stars');
  const [first = '', second = '', third = ''] = await looseCards(page, 12);
  await card(page, first).getByRole('button', { name: 'Move to...' }).click();
  expect(await complaints(page)).toEqual([]);
  await page.getByRole('menuitem', { name: /Stars/ }).click();
  await expect.poll(() => cardsOf(page, 'Stars')).toEqual([first]);

  // By the letters of a name; the space in it picks nothing.
  await addGroup(page, 'Stars of old');
  await card(page, third).getByRole('button', { name: 'Move to...' }).press('Enter');
  await page.keyboard.type('stars of');
  await expect(page.getByRole('menuitem', { name: /^Stars of old/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => cardsOf(page, 'Stars of old')).toEqual([third]);

  await card(page, second).getByRole('button', { name: 'Move to...' }).click();
  await page.getByRole('menuitem', { name: 'New group...' }).click();
  await expect(said(page)).toHaveText(`${second} moved to New group.`);
  await expect(page.getByLabel(/^New name for/)).toBeFocused();
  await page.keyboard.type('Fresh');
  await page.keyboard.press('Enter');
  await expect.poll(() => cardsOf(page, 'Fresh')).toEqual([second]);
  await saved(page);
  expect((await stored(page, 'kiosk')).map(({ groupName }) => groupName)).toEqual([
    'Stars',
    'Stars of old',
    'Fresh',
  ]);
  const link = card(page, first).getByRole('link');
  expect(await link.getAttribute('target')).toBe('_blank');
  await expect(card(page, first).getByText('Listed')).toHaveCount(0);
  await expect(page.locator('[data-mark="Listed"]').first()).toBeAttached();

  // Gives the focus back when that leaves the screen.
  const button = page.getByRole('button', { name: /^Move to/ }).first();
  await page.setViewportSize({ width: 1280, height: 800 });
  await button.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await button.press('Enter');
  const menu = page.getByRole('menu');
  // Below the button or, where there is no room, above it.
  const gap = async () => {
    const [over, under] = [await menu.boundingBox(), await button.boundingBox()].sort(
      (one, other) => one!.y - other!.y,
    );
    return Math.round(under!.y - over!.y - over!.height);
  };
  await expect.poll(gap).toBe(4);
  await page.evaluate(() => scrollBy({ top: -120, behavior: 'instant' }));
  await expect.poll(gap).toBe(4);
  await page.setViewportSize({ width: 1280, height: 790 });
  await expect.poll(gap).toBe(4);
  await page.evaluate(() => scrollBy({ top: -2_000, behavior: 'instant' }));
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('names are edited by clicking; a deleted group gives its cards back, and comes back itself', {
  tag: ['@E2', '@groups-3', '@groups-5', '@groups-6', '@groups-7', '@T2'],
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'duo', TALL);
  await addGroup(page, 'First');
  await expect(group(page, 'My Collection').getByRole('button', { name: /^Delete/ })).toHaveCount(
    0,
  );
  const [name = ''] = await looseCards(page, 2);
  await card(page, name).getByRole('button', { name: 'Move to...' }).click();
  await page.getByRole('menuitem', { name: /First/ }).click();
  await expect.poll(() => cardsOf(page, 'First')).toEqual([name]);

  await page.getByRole('button', { name: 'Rename First' }).click();
  await page.getByLabel('New name for First').fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A group name has 1 to 60 visible characters.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(group(page, 'First')).toBeVisible();

  // The whole name is selected: typing replaces it.
  await page.getByRole('button', { name: 'Rename First' }).click();
  const field = page.getByLabel('New name for First');
  await expect(field).toBeFocused();
  await page.keyboard.type('By Enter');
  // What an input method takes: Escape closes its list, Enter takes its word. Safari says of that one 'not composing'.
  for (const key of ['Escape', 'Enter']) {
    await field.dispatchEvent('keydown', { key, keyCode: 229 });
    await expect(field).toHaveValue('By Enter');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Rename By Enter' }).click();
  await expect(page.getByLabel('New name for By Enter')).toBeFocused();
  await page.keyboard.type('By blur');
  await page.getByLabel('Search cards').click();
  await expect(group(page, 'By blur')).toBeVisible();

  await page.getByRole('button', { name: 'Rename By blur' }).click();
  await page.keyboard.type('x'.repeat(61));
  await page.getByLabel('Search cards').click();
  await expect(page.locator('.toast')).toContainText('visible characters. It stays');
  await expect(group(page, 'By blur')).toBeVisible();

  await page.getByRole('button', { name: 'Delete group By blur' }).click();
  await expect(group(page, 'By blur')).toHaveCount(0);
  await expect.poll(() => cardsOf(page, 'My Collection')).toContain(name);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => cardsOf(page, 'By blur')).toEqual([name]);
  await expect(page.getByRole('button', { name: 'Add Group', exact: true })).toBeDisabled();
  await expect(page.getByText('Add Group', { exact: true }), 'read on the screen').toBeVisible();
  await page.getByLabel('Add Group').fill('   ');
  await expect(page.getByRole('button', { name: 'Add Group', exact: true })).toBeDisabled();
  await saved(page);
  expect(await stored(page, 'duo')).toMatchObject([{ groupName: 'By blur' }]);

  // Browsers round widths in their own ways, and one would cut a name without a pixel to spare.
  const spare = await page.getByRole('button', { name: 'Rename By blur' }).evaluate((button) => {
    const { width } = button.getBoundingClientRect();
    // As wide as it may be, in a heading that stays as wide as it is.
    button.parentElement!.style.width = getComputedStyle(button.parentElement!).width;
    button.style.width = '100vw';
    return button.getBoundingClientRect().width - width;
  });
  expect(spare).toBeGreaterThan(0.5);
});

test('the offer to undo is in sight wherever the group was deleted, on a phone and on a wide screen; a group whose place was taken is not said to be back, and the offer stays', {
  tag: ['@G1', '@groups-5', '@groups-16'],
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'kiosk');
  const groups = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => ({
      groupId: `g${at}`,
      groupName: `${name} ${at}`,
      nftTokenIds: [],
    }));
  const long = 'Far below, with a name so long that it needs its room';
  // Whoever has no card makes few groups, and until the chain was read nobody has any.
  await expect(page.locator('[data-card]').first()).toBeVisible();
  await replaceGroups(page, 'kiosk', groups(12, long));
  for (const [width, height] of [
    [360, 740],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await group(page, 'room 0').scrollIntoViewIfNeeded();
    const last = page.getByRole('button', { name: /^More for .* room 11$/ });
    await expect(async () => {
      await page.mouse.wheel(0, 400);
      await expect(last).toBeInViewport({ timeout: 100 });
    }).toPass();
    await last.click();
    await page.getByRole('menuitem', { name: 'Delete group' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
    expect(await cutButtons(page.locator('.undo-bar'))).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await saved(page);
  }

  await replaceGroups(page, 'kiosk', groups(GROUPS_MAX, 'Full'));
  await page.setViewportSize(TALL.viewport);
  await page.reload();
  await page.getByRole('button', { name: 'Delete group Full 0' }).click();
  await addGroup(page, 'Instead');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(said(page)).toHaveText(/^No room for \u2068Full 0\u2069: 100 groups/);
  await expect(page.locator('.undo-bar')).toContainText('No room for \u2068Full 0');
  // The page has scrolled to the new group.
  await page.locator('[data-rail="g1"]').click();
  await page.getByRole('button', { name: 'Delete group Full 1', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(said(page)).toHaveText('Full 1 is back.');
  await saved(page);
  await replaceGroups(page, 'kiosk', []);
});

async function replaceGroups(page: Page, persona: string, groups: object[]): Promise<void> {
  const answer = await page.request.post(`/api/nft-groups/${personaAddress(persona)}`, {
    data: { groups },
  });
  expect(answer.status()).toBe(200);
}

test('the second press of a double click on Sign message does not decline it on a phone', {
  tag: ['@I4', '@pages-44'],
}, async ({ browser }) => {
  const page = await visitProfile(browser, 'kiosk', { viewport: { width: 360, height: 740 } });
  const answer = await hold(page, '**/api/auth/nonce');
  await addGroup(page, 'Pressed twice');
  const sign = page.getByRole('button', { name: 'Sign message' });
  await expect(sign).toBeVisible();
  const { x, y, width, height } = await settledBox(sign);
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  await expect(page.getByText('Waiting for your wallet...').last()).toBeVisible();
  await frames(page, 2);
  await expect(page.getByRole('button', { name: 'Not now' })).toBeVisible();
  answer();
  await expect(page.locator('.save-word', { hasText: 'Saved' })).toBeVisible();
});

test('of two tabs the second is shown what the first did, and nobody loses anything', {
  tag: '@G2',
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'whale');
  await addGroup(page, 'Shared');
  await saved(page);
  const other = await page.context().newPage();
  await other.goto('/profile');
  await expect(group(other, 'Shared')).toBeVisible();
  await addGroup(other, 'Over there');
  await saved(other);

  await addGroup(page, 'Over here');
  const notice = page.getByRole('alert').filter({ hasText: 'changed in another tab' });
  await expect(notice).toContainText('“Over there” was added');
  await expect(notice).toContainText('“Over here” was added');
  await expect(page.locator('.save-word')).toHaveText('Not saved');
  await expect(group(page, 'Over there')).toBeVisible();
  expect(await stored(page, 'whale')).toHaveLength(2);
  for (const count of [1, 2]) {
    await page.getByLabel('Add Group').fill('Twin');
    await page.getByRole('button', { name: 'Add Group', exact: true }).click();
    await expect(group(page, 'Twin')).toHaveCount(count);
  }
  await page.getByRole('button', { name: 'Delete group Over here' }).click();
  await expect(notice.getByRole('list').last().getByRole('listitem')).toHaveText(
    Array(2).fill('“Twin” was added'),
  );
  await notice.getByRole('button', { name: 'Save mine on top' }).click();
  await saved(page);
  const names = (await stored(page, 'whale')).map(({ groupName }) => groupName);
  expect(names).toEqual(['Shared', 'Over there', 'Twin', 'Twin']);

  await other.getByRole('button', { name: 'Delete group Shared' }).click();
  const there = other.getByRole('alert').filter({ hasText: 'changed in another tab' });
  await expect(there).toContainText('“Twin” was added');
  await there.getByRole('button', { name: 'Take theirs, drop mine' }).click();
  await expect(group(other, 'Shared')).toBeVisible();
  await saved(other);
  expect(await stored(page, 'whale')).toHaveLength(4);
});

test('neither a name whose group another tab deleted nor a card that left while it was looked at holds the saving up', {
  tag: ['@groups-8', '@G3'],
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'five', TALL);
  const groupsOf = `/api/nft-groups/${personaAddress('five')}`;
  await addGroup(page, 'Passing');
  await addGroup(page, 'Lasting');
  await saved(page);
  const moveFirst = async () => {
    const loose = group(page, 'My Collection');
    await loose
      .getByRole('button', { name: /^Move to/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /^Lasting/ }).click();
  };

  const answer = await hold(page, `**${groupsOf}`);
  const asked = page.waitForRequest(`**${groupsOf}`);
  await moveFirst();
  await asked;
  await group(page, 'Passing')
    .getByRole('button', { name: /^Rename/ })
    .click();
  await expect(page.getByLabel('New name for Passing')).toBeFocused();
  const groups = (await stored(page, 'five')).filter(({ groupName }) => groupName !== 'Passing');
  expect((await page.request.post(groupsOf, { data: { groups } })).status()).toBe(200);
  answer();
  const notice = page.getByRole('alert').filter({ hasText: 'changed in another tab' });
  await notice.getByRole('button', { name: 'Take theirs, drop mine' }).click();
  await expect(group(page, 'Passing')).toHaveCount(0);
  await moveFirst();
  await saved(page);

  const read = await hold(page, '**/api/nfts/sync/*');
  await page.getByRole('button', { name: 'Read again' }).click();
  const looked = (await cardsOf(page, 'My Collection'))[0]!;
  await card(page, looked).hover();
  await page.getByRole('button', { name: `Look at ${looked}` }).click();
  await expect(page.getByRole('dialog', { name: looked })).toBeVisible();
  await page.route('**/api/nfts?*', async (route) => {
    const answer = await route.fetch();
    const cards = (await answer.json()) as { name: string }[];
    await route.fulfill({ response: answer, json: cards.filter(({ name }) => name !== looked) });
  });
  read();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const head = group(page, 'My Collection').locator('[data-head]');
  await expect(head, 'the card it came from is gone').toBeFocused();
  await moveFirst();
  await saved(page);
});

test('a name that is edited and a card in the hand outlast that another tab moves the card, and saving goes on', {
  tag: ['@groups-8', '@G2', '@G3'],
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'duo', TALL);
  const groupsOf = `/api/nft-groups/${personaAddress('duo')}`;
  await page.request.post(groupsOf, { data: { groups: [] } });
  await page.reload();
  const [name = ''] = await looseCards(page, 2);
  await addGroup(page, 'Left');
  await addGroup(page, 'Right');
  const toLeft = async () => {
    await card(page, name).getByRole('button', { name: 'Move to...' }).click();
    await page.getByRole('menuitem', { name: /^Left/ }).click();
    await saved(page);
  };
  const beginSave = async () => {
    const answer = await hold(page, `**${groupsOf}`);
    const asked = page.waitForRequest(`**${groupsOf}`);
    await addGroup(page, 'Dropped');
    await asked;
    return answer;
  };
  /** Moves the card in another tab, and lets the save go on, which is refused. */
  const toRight = async (answer: () => void) => {
    const [left, right] = await stored(page, 'duo');
    const { nftTokenIds } = left!;
    const groups = [
      { ...left, nftTokenIds: [] },
      { ...right, nftTokenIds },
    ];
    expect((await page.request.post(groupsOf, { data: { groups } })).status()).toBe(200);
    answer();
    await expect.poll(() => cardsOf(page, 'Right')).toEqual([name]);
  };
  const takeTheirs = page.getByRole('button', { name: 'Take theirs, drop mine' });
  await toLeft();

  let answer = await beginSave();
  const face = card(page, name).getByRole('button').first();
  await face.focus();
  await page.keyboard.press('Space');
  await expect(said(page)).toContainText(`Picked up ${name} from Left.`);
  await toRight(answer);
  await expect(said(page)).toContainText(`${name} put back.`);
  await expect(face).toBeFocused();
  await takeTheirs.click();
  await toLeft();

  answer = await beginSave();
  await page.getByLabel('Search cards').fill(name);
  await group(page, 'Left')
    .getByRole('button', { name: /^Rename/ })
    .click();
  await toRight(answer);
  await expect(page.getByLabel('New name for Left')).toBeFocused();
  await takeTheirs.click();
  await expect(group(page, 'Left')).toHaveCount(0);
  await toLeft();
});

test('a card that is dropped into a group that another tab deleted stays where it was, and does not look landed', {
  tag: '@G2',
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'duo', { ...TALL, reducedMotion: 'no-preference' });
  const groupsOf = `/api/nft-groups/${personaAddress('duo')}`;
  await page.request.post(groupsOf, { data: { groups: [] } });
  await page.reload();
  const [name = ''] = await looseCards(page, 2);
  await addGroup(page, 'Passing');
  await saved(page);
  // What lands looks so until its animation ends.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(sheet);
  });

  const answer = await hold(page, `**${groupsOf}`);
  const asked = page.waitForRequest(`**${groupsOf}`);
  await addGroup(page, 'Dropped');
  await asked;
  const face = card(page, name).locator('[data-face]');
  await face.focus();
  for (const key of ['Space', 'PageUp', 'PageUp']) await page.keyboard.press(key);
  await expect(said(page)).toHaveText('Passing, place 1 of 1.');
  expect((await page.request.post(groupsOf, { data: { groups: [] } })).status()).toBe(200);
  answer();
  await expect(group(page, 'Passing')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(said(page)).toHaveText('That group is gone. Nothing was moved.');
  await expect(page.locator('[data-dragging]')).toHaveCount(0);
  expect(await page.locator('[data-landed]').count()).toBe(0);
  await expect(face).toBeFocused();
});

test('while groups cannot be loaded all cards are in one, a sign says so, and nothing is saved', {
  tag: '@groups-12',
}, async ({ browser }) => {
  const page = await personaAt(browser, 'ace');
  const writes: string[] = [];
  await page.route('**/api/nft-groups/**', (route) => {
    if (route.request().method() === 'POST') writes.push(route.request().url());
    return route.fulfill({ status: 500, body: '' });
  });
  await page.goto('/profile');
  await expect(page.getByText('Your groups could not be loaded')).toBeVisible();
  await expect(page.getByRole('rowgroup')).toHaveCount(1);
  await expect.poll(() => cardsOf(page, 'My Collection')).not.toHaveLength(0);
  await expect(page.getByLabel('Add Group')).toHaveCount(0);
  await expect(page.getByText('Changes save themselves.')).toHaveCount(0);
  await grab(page, page.locator('[data-card]').first());
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Move to...' })).toHaveCount(0);
  expect(writes).toEqual([]);
  await page.unroute('**/api/nft-groups/**');
  await page.getByRole('button', { name: 'Load groups again' }).click();
  await expect(page.getByLabel('Add Group')).toBeVisible();
  await expect(page.getByText('Changes save themselves.')).toBeVisible();
});

test('while the groups of somebody else cannot be loaded their cards are in one, too, and a sign says so', {
  tag: ['@groups-12', '@collectors-20'],
}, async ({ browser }) => {
  const owner = await visitProfile(browser, 'ace');
  await expect(owner.getByRole('rowgroup').first()).toBeVisible();
  const page = await browser.newPage(TALL);
  await withoutPrerender(page);
  await page.route('**/api/nft-groups/**', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`/profile?wallet=${personaAddress('ace')}`);
  const failure = page.getByRole('alert').filter({ hasText: 'The groups could not be loaded' });
  await expect(failure).toBeVisible();
  await expect(page.getByRole('rowgroup')).toHaveCount(1);
  await expect.poll(() => cardsOf(page, 'My Collection')).not.toHaveLength(0);
  await page.unroute('**/api/nft-groups/**');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toHaveCount(0);
  await expect.poll(() => cardsOf(page, 'My Collection')).not.toHaveLength(0);
});

test('a save that fails says so and is retried; a signature not given keeps the change', {
  tag: ['@groups-13', '@G3'],
}, async ({ browser }) => {
  const page = await visitProfile(browser, 'admin');
  await addGroup(page, 'Kept');
  await declineToSign(page);
  const word = page.locator('.save-word');
  await expect(word).toHaveText('Not saved');
  await expect(page.locator('.save-why')).toBeVisible();
  await expect(group(page, 'Kept')).toBeVisible();
  expect(await stored(page, 'admin')).toEqual([]);
  await page.getByRole('button', { name: 'Retry' }).click();
  await saved(page);
  expect(await stored(page, 'admin')).toHaveLength(1);

  await loseAnswers(page, '**/api/nft-groups/**', notReached);
  await addGroup(page, 'Later');
  await expect(word).toHaveText('Not saved');
  await expect(
    page.getByRole('region', { name: /Notifications/ }).getByRole('listitem'),
  ).toHaveCount(0);
  await page.unroute('**/api/nft-groups/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await saved(page);
  expect(await stored(page, 'admin')).toHaveLength(2);

  // The page is left before the auto-save.
  await addGroup(page, 'In passing');
  await page.goto('/games');
  await expect.poll(async () => (await stored(page, 'admin')).length).toBe(3);
});

test('a press on a group that the search hides leads there at once; its long name ends in an ellipsis beside the cards, on phones and on wide screens, and its count stays', {
  tag: ['@groups-16', '@groups-17'],
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'five', TALL);
  const name = 'W'.repeat(50);
  await addGroup(page, name);
  const search = page.getByLabel('Search cards');
  await search.fill('Transcendence');
  await expect(group(page, name)).toHaveCount(0);
  const item = page.locator('[data-rail]').filter({ hasText: name });
  await item.click();
  await expect(group(page, name).locator('[data-head]')).toBeFocused();
  await expect(search).toHaveValue('');

  for (const width of [360, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await item.scrollIntoViewIfNeeded();
    expect(await item.locator('.rail-name').evaluate(isCut), `cut at ${width}`).toBe(true);
    const isOnTop = (count: Element) => {
      const { x, y, width, height } = count.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === count;
    };
    expect(await item.locator('.rail-count').evaluate(isOnTop), `count at ${width}`).toBe(true);
  }
});

test('on a phone a group is called by its whole name, as long as that is a usual one', {
  tag: '@groups-17',
}, async ({ browser }) => {
  const viewport = { width: 360, height: 740 };
  const page = await personaAt(browser, 'duo', { viewport });
  const names = ['Night watch', 'For the whitelist', 'Sell when gold peaks'];
  const groups = names.map((groupName) => ({ groupId: groupName, groupName, nftTokenIds: [] }));
  await page.route('**/api/nft-groups/*', (route) => route.fulfill({ json: groups }));
  await page.goto('/profile');
  for (const width of [360, 320, 430]) {
    await page.setViewportSize({ ...viewport, width });
    for (const name of names) {
      await group(page, name).scrollIntoViewIfNeeded();
      expect.soft(await group(page, name).locator('bdi').evaluate(isCut), name).toBe(false);
    }
  }
});

test('the focus on the search or on a filter does not scroll the cards', {
  tag: '@groups-16',
}, async ({ browser }) => {
  const page = await visitProfile(browser, 'whale', { viewport: { width: 1440, height: 900 } });
  // Cards below the groups of other tests are not drawn yet.
  await expect(page.locator('[data-head]').first()).toBeVisible();
  const top = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 3_000));
  await settledScroll(page);
  const before = await top();
  await page.getByLabel('Search cards').focus();
  for (const step of ['search', 'sort', 'stacks', 'filter']) {
    await settledScroll(page);
    expect.soft(await top(), step).toBe(before);
    await page.keyboard.press('Tab');
  }
});

test('a long press picks a card up, moving carries it, letting go drops it, or puts it back where it was; a swipe only scrolls, and two fingers zoom', {
  tag: ['@groups-1', '@groups-4'],
}, async ({ browser }) => {
  const viewport = { width: 390, height: 780 };
  const page = await visitSignedIn(browser, 'kiosk', { hasTouch: true, viewport });
  await addGroup(page, 'By touch');
  await saved(page);
  const before = (await stored(page, 'kiosk'))[0]!.nftTokenIds.length;
  await page.locator('[data-rail]').filter({ hasText: 'My Collection' }).tap();
  await group(page, 'My Collection')
    .locator('[data-card]')
    .first()
    .evaluate((cell) => cell.scrollIntoView({ block: 'center' }));
  await settledScroll(page);
  const rail = page.locator('[data-rail]').first();
  await rail.scrollIntoViewIfNeeded();
  const touch = await finger(page);
  const loose = group(page, 'My Collection');

  const swiped = await cardInReach(page, loose);
  const top = await page.evaluate(() => scrollY);
  await touch.press(swiped);
  for (const up of [40, 80, 120]) await touch.move({ x: swiped.x, y: swiped.y - up });
  // Let go in motion, the page would roll on, perhaps to its end, past all cards.
  await frames(page, 10);
  await touch.lift();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top);
  await settledScroll(page);
  await expect(page.locator('[data-dragging]')).toHaveCount(0);

  const held = await cardInReach(page, loose);
  await touch.press(held);
  await expect(page.locator('[data-dragging="pointer"]')).toHaveCount(1);
  await touch.lift();
  await expect(said(page)).toContainText('put back');

  // Two fingers that rest first will zoom.
  await touch.press(held, { x: held.x, y: held.y + 40 });
  await page.waitForTimeout(500); // longer than a long press
  await expect(page.locator('[data-dragging]')).toHaveCount(0);
  await touch.lift();

  await touch.press(held);
  await expect(page.locator('[data-dragging="pointer"]')).toHaveCount(1);
  const over = await settledBox(rail);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
    const x = held.x + (over.x + over.width / 2 - held.x) * part;
    const y = held.y + (over.y + over.height / 2 - held.y) * part;
    await touch.move({ x, y });
  }
  await expect(rail).toHaveAttribute('data-over', '');
  await touch.lift();
  await expect(said(page)).toContainText('moved to');
  await saved(page);
  expect((await stored(page, 'kiosk'))[0]!.nftTokenIds).toHaveLength(before + 1);
});

test('a card carried by touch stays so when the page has scrolled far from where it lay', {
  tag: '@groups-4',
}, async ({ browser }) => {
  const viewport = { width: 360, height: 740 };
  const page = await visitSignedIn(browser, 'whale', { hasTouch: true, viewport });
  await page.locator('[data-rail]').filter({ hasText: 'My Collection' }).tap();
  await settledScroll(page);
  const touch = await finger(page);
  const held = await cardInReach(page, group(page, 'My Collection'));
  const tile = await page.evaluateHandle(({ x, y }) => document.elementFromPoint(x, y), held);
  await touch.press(held);
  await expect(page.locator('[data-dragging="pointer"]')).toHaveCount(1);
  const edge = 700;
  for (let y = held.y; y < edge; y += 20) await touch.move({ x: held.x, y });
  await touch.move({ x: held.x, y: edge });
  await expect.poll(() => tile.evaluate((one) => one?.isConnected)).toBe(false);
  for (let y = edge; y > 400; y -= 15) await touch.move({ x: held.x, y });
  await frames(page, 4);
  await expect(page.locator('[data-dragging="pointer"]')).toHaveCount(1);
  await touch.lift();
  await expect(page.locator('[data-dragging]')).toHaveCount(0);
});
