import { describe, expect, it } from 'vitest';
import type { Group } from '#rules/groups.ts';
import type { Change } from './changes.ts';
import {
  AUTO_SAVE_DELAY,
  createSaveQueue,
  type SaveErrorKind,
  type SaveQueueDependencies,
  type Stored,
} from './save-queue.ts';

class Failure extends Error {
  readonly kind: SaveErrorKind;
  constructor(kind: SaveErrorKind) {
    super(kind);
    this.kind = kind;
  }
}

/** A server with one set of groups, and a clock that only `pass` moves. */
function fixture(first: readonly Group[] = []) {
  let version = 1;
  let groups = first;
  let now = 0;
  let timers: { at: number; then: () => void }[] = [];
  const sent: { groups: readonly Group[]; version: string | null; isQuiet: boolean }[] = [];
  const logged: unknown[] = [];
  let fault: SaveErrorKind | null = null;
  let isAnswerLost = false;
  let sold: string | null = null;
  let gate: PromiseWithResolvers<void> | null = null;

  const stored = (): Stored => ({ groups, version: `v${version}` });
  const dependencies: SaveQueueDependencies = {
    async save(wanted, expected, isQuiet) {
      sent.push({ groups: wanted, version: expected, isQuiet });
      await gate?.promise;
      if (fault !== null) throw new Failure(fault);
      if (expected !== `v${version}`) throw new Failure('conflict');
      version += 1;
      groups = wanted.map((one) => ({ ...one, cardIds: one.cardIds.filter((id) => id !== sold) }));
      if (isAnswerLost) throw new Failure('transient');
      return { ...stored(), dropped: [] };
    },
    async load() {
      const now = stored();
      await gate?.promise;
      return now;
    },
    classifyError: (error) => (error as Failure).kind,
    after(delay, then) {
      const timer = { at: now + delay, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    log: (error) => logged.push(error),
  };
  const settled = () => new Promise((done) => setTimeout(done, 0));
  const queue = createSaveQueue(stored(), dependencies);
  async function pass(ms: number): Promise<void> {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { then } of due) then();
    await settled();
  }
  return {
    queue,
    sent,
    logged,
    fail: (kind: SaveErrorKind | null) => {
      fault = kind;
    },
    /** From now on, or no longer, saves are stored without an answer. */
    loseAnswers: (areLost: boolean) => {
      isAnswerLost = areLost;
    },
    /** The card leaves the wallet: from now on the server drops it. */
    sell(card: string) {
      sold = card;
    },
    block: () => {
      gate = Promise.withResolvers();
      return gate.resolve;
    },
    otherTab(next: readonly Group[]) {
      version += 1;
      groups = next;
    },
    stored,
    settled,
    pass,
    /** Makes a change, and lets its second pass. */
    changed(change: Change): Promise<void> {
      queue.change(change);
      return pass(AUTO_SAVE_DELAY);
    },
  };
}

const add = (id: string) => ({ kind: 'add', id, name: id }) as const;
const group = (id: string, ...cardIds: string[]): Group => ({ id, name: id, cardIds });

describe('saving by itself', () => {
  it('waits one second after the last change, then sends once', { tags: 'groups-8' }, async () => {
    const { queue, sent, pass } = fixture();
    queue.change(add('a'));
    await pass(999);
    queue.change(add('b'));
    await pass(999);
    expect(sent).toHaveLength(0);
    expect(queue.get().status.kind).toBe('saving');
    await pass(1);
    expect(sent).toEqual([{ groups: [group('a'), group('b')], version: 'v1', isQuiet: false }]);
    expect(queue.get().status.kind).toBe('saved');
    expect(queue.hasUnsaved()).toBe(false);
  });

  it('has one request under way; what comes meanwhile is the next one, against the new version', async () => {
    const { queue, sent, pass, block, settled, changed } = fixture();
    const open = block();
    await changed(add('a'));
    queue.change(add('b'));
    await pass(AUTO_SAVE_DELAY * 5);
    expect(sent).toHaveLength(1);
    open();
    await settled();
    expect(queue.get().status.kind).toBe('saving');
    await pass(AUTO_SAVE_DELAY);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual({ groups: [group('a'), group('b')], version: 'v2', isQuiet: false });
    expect(queue.get().status.kind).toBe('saved');
  });

  it('waits its second again on a page that was nearly left during a save', async () => {
    const { queue, sent, block, settled, changed } = fixture();
    const answer = block();
    await changed(add('a'));
    queue.flush({ isQuiet: true }); // the browser asked, and the person stayed
    answer();
    await settled();
    const next = block();
    await changed(add('b'));
    queue.change(add('c'));
    next();
    await settled();
    expect(sent).toHaveLength(2);
  });

  it('sends nothing for a change that was taken back', async () => {
    const { queue, sent, changed } = fixture();
    queue.change(add('a'));
    await changed({ kind: 'delete', id: 'a' });
    expect(sent).toHaveLength(0);
    expect(queue.get().status.kind).toBe('saved');
    expect(queue.hasUnsaved()).toBe(false);
  });

  it('saves nothing while cards are dragged, and saves after the drop', async () => {
    const { queue, sent, pass, settled } = fixture();
    queue.change(add('a'));
    queue.setPaused(true);
    await pass(AUTO_SAVE_DELAY);
    expect(sent).toHaveLength(0);
    queue.setPaused(false);
    await settled();
    expect(sent).toHaveLength(1);
  });

  it('a change made at the drop waits its own second', async () => {
    const { queue, sent, pass, settled } = fixture();
    queue.change(add('a'));
    queue.setPaused(true);
    await pass(AUTO_SAVE_DELAY);
    queue.change(add('b'));
    queue.setPaused(false);
    await settled();
    expect(sent).toHaveLength(0);
    await pass(AUTO_SAVE_DELAY);
    expect(sent).toHaveLength(1);
  });

  it('says no to a change that cannot be made, and sends nothing', async () => {
    const { queue, sent, pass } = fixture();
    expect(queue.change({ kind: 'delete', id: 'gone' })).toBe(false);
    await pass(AUTO_SAVE_DELAY);
    expect(sent).toHaveLength(0);
  });
});

describe('when saving fails', () => {
  it('says so, logs it, and does not try again by itself', {
    tags: ['groups-13', 'groups-14'],
  }, async () => {
    const { queue, sent, logged, pass, fail, changed } = fixture();
    fail('transient');
    await changed(add('a'));
    expect(queue.get().status.kind).toBe('failed');
    expect(logged).toHaveLength(1);
    await pass(60 * 60_000);
    expect(sent).toHaveLength(1);
    queue.wake();
    expect(sent).toHaveLength(1);
  });

  it('tries again when the line is back, or with the next change', {
    tags: 'groups-14',
  }, async () => {
    const { queue, sent, fail, settled, changed } = fixture();
    fail('transient');
    await changed(add('a'));
    queue.reconnect();
    await settled();
    expect(sent).toHaveLength(2);
    expect(queue.get().status.kind).toBe('failed');
    fail(null);
    await changed(add('b'));
    expect(queue.get().status.kind).toBe('saved');
    queue.reconnect();
    expect(sent).toHaveLength(3);
  });

  it('the line coming back asks nobody who declined to sign', async () => {
    const { queue, sent, fail, changed } = fixture();
    fail('unauthenticated');
    await changed(add('a'));
    queue.reconnect();
    expect(sent).toHaveLength(1);
  });

  it('never asks for a signature again by itself once it was declined', async () => {
    const { queue, sent, pass, fail, settled, changed } = fixture();
    fail('unauthenticated');
    await changed(add('a'));
    queue.change(add('b'));
    await pass(AUTO_SAVE_DELAY * 100);
    queue.wake();
    expect(sent).toHaveLength(1);
    expect(queue.get().status.kind).toBe('failed');
    expect(queue.get().groups).toHaveLength(2);
    fail(null);
    queue.flush();
    await settled();
    expect(queue.get().status.kind).toBe('saved');
  });
});

describe('a save that was stored, but not answered', () => {
  async function unanswered() {
    const all = fixture([group('a', '1'), group('b')]);
    all.loseAnswers(true);
    all.queue.change(add('c'));
    await all.changed({ kind: 'move', cardIds: ['1'], to: 'b', before: null });
    all.loseAnswers(false);
    expect(all.queue.get().status.kind).toBe('failed');
    return all;
  }

  it('is no conflict with the next change, which is saved on top of it', {
    tags: 'G2',
  }, async () => {
    const { queue, pass, changed, stored } = await unanswered();
    await changed({ kind: 'rename', id: 'a', name: 'x' });
    await pass(AUTO_SAVE_DELAY);
    expect(queue.get().status.kind).toBe('saved');
    expect(stored().groups).toEqual([{ ...group('a'), name: 'x' }, group('b', '1'), group('c')]);
  });

  it('is undone on the server when its changes are taken back', async () => {
    const { queue, pass, changed, stored } = await unanswered();
    queue.change({ kind: 'delete', id: 'c' });
    await changed({ kind: 'move', cardIds: ['1'], to: 'a', before: null });
    await pass(AUTO_SAVE_DELAY);
    expect(queue.get().status.kind).toBe('saved');
    expect(stored().groups).toEqual([group('a', '1'), group('b')]);
  });

  it('is no conflict because the server dropped a card that had left the wallet', {
    tags: 'G2',
  }, async () => {
    const { queue, changed, loseAnswers, sell, settled } = fixture([group('a', '1', '2')]);
    sell('1');
    loseAnswers(true);
    await changed(add('b'));
    loseAnswers(false);
    queue.flush();
    await settled();
    expect(queue.get()).toEqual({
      groups: [group('a', '2'), group('b')],
      status: { kind: 'saved' },
    });
  });

  it('does not hide what another tab saved after it', async () => {
    const { queue, settled, otherTab } = await unanswered();
    otherTab([group('theirs')]);
    queue.flush();
    await settled();
    expect(queue.get().status.kind).toBe('conflict');
  });
});

describe('when the page is hidden', () => {
  it('a save under way does not hold up what came after it, and is not enough to leave', {
    tags: 'G3',
  }, async () => {
    const { queue, sent, stored, block, settled, changed, fail } = fixture();
    await changed(add('a'));
    fail('transient');
    await changed(add('b'));
    expect(queue.isSafeToLeave()).toBe(false);
    fail(null);
    const open = block();
    queue.flush();
    expect(queue.isSafeToLeave()).toBe(true);
    queue.change(add('c'));
    expect(queue.isSafeToLeave()).toBe(false);
    queue.flush({ isQuiet: true });
    expect(sent).toHaveLength(3);
    open();
    await settled();
    expect(sent[3]).toMatchObject({ version: 'v3', isQuiet: true });
    expect(stored().groups).toEqual([group('a'), group('b'), group('c')]);
  });

  it('seen again before the answer, what came after it waits its second and may ask', async () => {
    const { queue, sent, pass, block, settled, changed } = fixture();
    const open = block();
    await changed(add('a'));
    queue.change(add('b'));
    queue.flush({ isQuiet: true });
    queue.wake();
    open();
    await settled();
    expect(sent).toHaveLength(1);
    await pass(AUTO_SAVE_DELAY);
    expect(sent[1]).toMatchObject({ isQuiet: false });
  });

  it('what needed a signature is tried again when the page is seen', async () => {
    const { queue, sent, fail, settled } = fixture();
    fail('unauthenticated');
    queue.change(add('a'));
    queue.flush({ isQuiet: true });
    await settled();
    expect(queue.get().status.kind).toBe('failed');
    fail(null);
    queue.wake();
    await settled();
    expect(sent).toHaveLength(2);
    expect(queue.get().status.kind).toBe('saved');
    queue.wake();
    expect(sent).toHaveLength(2);
  });
});

describe('reading the groups again', () => {
  it('shows what was saved elsewhere, and no longer takes the session for granted', async () => {
    const { queue, otherTab, pass, changed } = fixture();
    await changed(add('a'));
    otherTab([group('theirs')]);
    await queue.refresh();
    expect(queue.get()).toEqual({ groups: [group('theirs')], status: { kind: 'saved' } });
    queue.change(add('b'));
    expect(queue.isSafeToLeave()).toBe(false);
    await pass(AUTO_SAVE_DELAY);
    expect(queue.get().status.kind).toBe('saved');
  });

  it('keeps what was saved meanwhile', async () => {
    const { queue, pass, block, changed } = fixture();
    const open = block();
    const reading = queue.refresh();
    block()(); // the save is answered before the reading is
    await changed(add('a'));
    expect(queue.get().status.kind).toBe('saved');
    open();
    await reading;
    await pass(0);
    expect(queue.get()).toEqual({ groups: [group('a')], status: { kind: 'saved' } });
  });
});

describe('two tabs', () => {
  async function inConflict() {
    const all = fixture([group('a', '1', '2')]);
    all.otherTab([group('a', '1'), group('theirs', '2')]);
    await all.changed({ kind: 'rename', id: 'a', name: 'mine' });
    return all;
  }

  it('shows what the other did, keeps this change pending, and sends nothing until told', async () => {
    const { queue, sent, pass, stored } = await inConflict();
    const { status, groups } = queue.get();
    expect(status).toMatchObject({
      kind: 'conflict',
      theirs: { added: ['theirs'], moved: [{ to: 'theirs', cards: 1 }] },
      mine: { renamed: [{ from: 'a', to: 'mine' }] },
      lost: [],
    });
    expect(groups.map(({ name }) => name)).toEqual(['mine', 'theirs']);
    queue.change(add('more'));
    queue.flush({ isQuiet: true });
    await pass(AUTO_SAVE_DELAY * 10);
    expect(queue.get().status).toMatchObject({
      theirs: { added: ['theirs'] },
      mine: { renamed: [{ from: 'a', to: 'mine' }], added: ['more'] },
    });
    expect(sent).toHaveLength(1);
    expect(stored().groups.map(({ name }) => name)).toEqual(['a', 'theirs']);
    expect(queue.hasUnsaved()).toBe(true);
  });

  it('puts this change on top when asked to', async () => {
    const { queue, settled, stored } = await inConflict();
    queue.keepMine();
    await settled();
    expect(queue.get().status.kind).toBe('saved');
    expect(stored().groups).toEqual([{ ...group('a', '1'), name: 'mine' }, group('theirs', '2')]);
  });

  it('drops this change when asked to', async () => {
    const { queue, settled, stored } = await inConflict();
    queue.takeTheirs();
    await settled();
    expect(queue.get().status.kind).toBe('saved');
    expect(queue.get().groups).toEqual(stored().groups);
    expect(queue.hasUnsaved()).toBe(false);
  });

  it('tells which change found its group gone', async () => {
    const { queue, otherTab, changed } = fixture([group('a', '1')]);
    otherTab([]);
    await changed({ kind: 'rename', id: 'a', name: 'mine' });
    expect(queue.get().status).toMatchObject({
      kind: 'conflict',
      theirs: { deleted: ['a'] },
      lost: [{ kind: 'rename' }],
    });
    queue.keepMine();
    expect(queue.get()).toMatchObject({ groups: [], status: { kind: 'saved' } });
  });

  it('has nothing to ask when both did the same', async () => {
    const { queue, otherTab, changed } = fixture([group('a', '1')]);
    const renamed = { ...group('a', '1'), name: 'same' };
    otherTab([renamed]);
    await changed({ kind: 'rename', id: 'a', name: 'same' });
    expect(queue.get()).toEqual({ groups: [renamed], status: { kind: 'saved' } });
    otherTab([]);
    await changed({ kind: 'delete', id: 'a' });
    expect(queue.get()).toEqual({ groups: [], status: { kind: 'saved' } });
    expect(queue.hasUnsaved()).toBe(false);
  });
});
