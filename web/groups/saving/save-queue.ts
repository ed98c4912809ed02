/**
 * Saves the groups by themselves (G2, G3): one second after the last change,
 * one request at a time, the newest state wins, each save against the version it was made from.
 * What is shown is always the last state the server confirmed plus the changes since.
 */
import type { Group } from '#rules/groups.ts';
import { createStore, type Store } from '#web/ui/external-store.ts';
import { applyChange, type Change, isSameSet, replay } from './changes.ts';
import { type Difference, difference } from './difference.ts';

/** From the last change to the save, in ms. */
export const AUTO_SAVE_DELAY = 1_000;

/** Groups as the server has them, and the name of that state (an ETag). */
export interface Stored {
  readonly groups: readonly Group[];
  readonly version: string | null;
}

type Saved = Stored & { readonly dropped: readonly string[] };

export type SaveStatus =
  | { readonly kind: 'saved' }
  /** A change waits for its second to pass, or is under way. */
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Another tab or device saved in between. Nothing is sent until the person has chosen. */
  | {
      readonly kind: 'conflict';
      readonly theirs: Difference;
      readonly mine: Difference;
      /** Changes of this tab that the other one left no room for. */
      readonly lost: readonly Change[];
    };

export interface QueueState {
  readonly groups: readonly Group[];
  readonly status: SaveStatus;
}

/**
 * What a failed save means.
 * - `conflict`: somebody else saved in between
 * - `transient`: no answer, or a fault over there: tried again when the line is back
 * - `rejected`: the same state would be refused again; the next change may be taken
 * - `unauthenticated`: no session and no signature: only the person starts the next try
 */
export type SaveErrorKind = 'conflict' | 'transient' | 'rejected' | 'unauthenticated';

export interface SaveQueueDependencies {
  /** @param isQuiet the page is hidden: nobody can be asked for a signature */
  save(groups: readonly Group[], version: string | null, isQuiet: boolean): Promise<Saved>;
  load(): Promise<Stored>;
  classifyError(error: unknown): SaveErrorKind;
  /** Calls back after `delay` ms unless the returned function was called. */
  after(delay: number, then: () => void): () => void;
  log(error: unknown): void;
}

export interface SaveQueue extends Pick<Store<QueueState>, 'get' | 'subscribe'> {
  /** Cards that the server dropped from their groups, because the wallet no longer holds them. */
  readonly dropped: Store<readonly string[]>;
  /** False when the change could not be made. */
  change(change: Change): boolean;
  /** Saves at once what is not saved yet; quietly when the page is going away. */
  flush(options?: { readonly isQuiet: boolean }): void;
  /** Reads the server's groups again, and shows them unless something was changed or saved here meanwhile. */
  refresh(): Promise<void>;
  /** Puts saving off while cards are in the person's hand. */
  setPaused(isPaused: boolean): void;
  /** The page is seen again: what could not be saved without a question is tried again. */
  wake(): void;
  /** The browser is online again: retries a save that got no answer. */
  reconnect(): void;
  /** After a conflict: this tab's changes on top of the other's state. */
  keepMine(): void;
  /** After a conflict: the other's state, this tab's changes dropped. */
  takeTheirs(): void;
  hasUnsaved(): boolean;
  /** Whether a quiet flush would keep everything: saving worked before, and nothing waits for a person or an answer. */
  isSafeToLeave(): boolean;
}

export function createSaveQueue(first: Stored, dependencies: SaveQueueDependencies): SaveQueue {
  let base = first;
  let changes: readonly Change[] = [];
  /** How many of the changes are under way to the server; 0 when no save is. */
  let sending = 0;
  /** Saves without an answer since `base`, and how many of the changes each held: the server may have them. */
  let unanswered: readonly { readonly groups: readonly Group[]; readonly count: number }[] = [];
  /** The page was left during a save: what came after it is sent as soon as the answer is there. */
  let isAway = false;
  let isPaused = false;
  let isDue = false;
  let wantsWaking = false;
  let hasSaved = false;
  let stopTimer = () => {};
  const state = createStore<QueueState>({ groups: first.groups, status: { kind: 'saved' } });
  const dropped = createStore<readonly string[]>([]);

  const show = (status: SaveStatus, groups = state.get().groups) => state.set({ groups, status });

  function schedule(): void {
    stopTimer();
    isDue = false;
    stopTimer = dependencies.after(AUTO_SAVE_DELAY, () => {
      if (isPaused) isDue = true;
      else void send(false);
    });
  }

  async function send(isQuiet: boolean): Promise<void> {
    if (changes.length === 0 || state.get().status.kind === 'conflict') return;
    isAway ||= isQuiet && sending > 0;
    if (sending > 0) return;
    stopTimer();
    const { groups } = state.get();
    if (unanswered.length === 0 && isSameSet(groups, base.groups)) {
      changes = []; // there and back again
      return show({ kind: 'saved' });
    }
    sending = changes.length;
    isAway = false;
    isDue = false;
    wantsWaking = false;
    show({ kind: 'saving' });
    try {
      const answer = await dependencies.save(groups, base.version, isQuiet);
      const left = changes.slice(sending);
      sending = 0;
      hasSaved = true;
      if (answer.dropped.length > 0) dropped.set(answer.dropped);
      rebase(answer, left, isQuiet || isAway);
    } catch (error) {
      if (dependencies.classifyError(error) === 'transient') {
        unanswered = [...unanswered, { groups, count: sending }];
      }
      await failed(error, isQuiet);
    }
  }

  /** The server has `stored`; `left` came after it. */
  function rebase(stored: Stored, left: readonly Change[], isQuiet: boolean): void {
    base = stored;
    unanswered = [];
    const { groups, kept } = replay(stored.groups, left);
    changes = isSameSet(groups, stored.groups) ? [] : kept;
    show({ kind: changes.length === 0 ? 'saved' : 'saving' }, groups);
    if (changes.length === 0) return;
    if (isQuiet) void send(true);
    else schedule();
  }

  async function failed(error: unknown, isQuiet: boolean): Promise<void> {
    const kind = dependencies.classifyError(error);
    if (kind === 'conflict') {
      try {
        const theirs = await dependencies.load();
        sending = 0;
        const own = unanswered.findLast(({ groups }) => isSameSet(groups, theirs.groups));
        if (own === undefined) return showConflict(theirs);
        return rebase(theirs, changes.slice(own.count), isQuiet || isAway);
      } catch (loadError) {
        sending = 0;
        return giveUp(loadError);
      }
    }
    sending = 0;
    wantsWaking = isQuiet && kind === 'unauthenticated';
    giveUp(error);
  }

  /** No automatic retry: only Retry, the next change, or being online again. */
  function giveUp(error: unknown): void {
    dependencies.log(error);
    show({ kind: 'failed', error });
  }

  function showConflict(theirs: Stored): void {
    const { groups, kept, lost } = replay(theirs.groups, changes);
    const own = difference(base.groups, replay(base.groups, changes).groups);
    const other = difference(base.groups, theirs.groups);
    base = theirs;
    unanswered = [];
    const isBothTheSame = lost.length === 0 && isSameSet(groups, theirs.groups);
    changes = isBothTheSame ? [] : kept;
    show(
      isBothTheSame ? { kind: 'saved' } : { kind: 'conflict', theirs: other, mine: own, lost },
      groups,
    );
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    dropped,

    change(change) {
      const { groups, status } = state.get();
      const next = applyChange(groups, change);
      if (next === null) return false;
      if (isSameSet(next, groups)) return true;
      changes = [...changes, change];
      const needsSignature =
        status.kind === 'failed' && dependencies.classifyError(status.error) === 'unauthenticated';
      const isConflict = status.kind === 'conflict';
      if (isConflict) show({ ...status, mine: difference(base.groups, next) }, next);
      else show(needsSignature ? status : { kind: 'saving' }, next);
      if (!isConflict && !needsSignature && sending === 0) schedule();
      return true;
    },

    flush({ isQuiet } = { isQuiet: false }) {
      void send(isQuiet);
    },

    async refresh() {
      const before = base;
      if (state.get().status.kind !== 'saved') return;
      const stored = await dependencies.load();
      if (state.get().status.kind !== 'saved' || base !== before) return;
      hasSaved = false; // the session may have ended since
      rebase(stored, [], false);
    },

    setPaused(paused) {
      isPaused = paused;
      if (!paused && isDue) void send(false);
    },

    wake() {
      isAway = false;
      if (wantsWaking) void send(false);
    },

    reconnect() {
      const { status } = state.get();
      if (status.kind === 'failed' && dependencies.classifyError(status.error) === 'transient') {
        void send(false);
      }
    },

    keepMine() {
      if (state.get().status.kind !== 'conflict') return;
      show({ kind: changes.length === 0 ? 'saved' : 'saving' });
      void send(false);
    },

    takeTheirs() {
      if (state.get().status.kind !== 'conflict') return;
      changes = [];
      show({ kind: 'saved' }, base.groups);
    },

    hasUnsaved: () => changes.length > 0,
    isSafeToLeave() {
      if (changes.length === 0) return true;
      const isAllSent = sending === 0 || sending === changes.length;
      return hasSaved && isAllSent && state.get().status.kind === 'saving';
    },
  };
}
