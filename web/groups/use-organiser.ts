import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import {
  arrange,
  cleanGroupName,
  type Group,
  UNORGANIZED,
  UNORGANIZED_NAME,
} from '#rules/groups.ts';
import {
  extendTo,
  keepExisting,
  NOTHING,
  type Selection,
  taken,
  toggleTile,
} from '#web/cards/selection.ts';
import { ifStorageAllows } from '#web/ui/browser-storage.ts';
import { createStore, useStore } from '#web/ui/external-store.ts';
import { createAnnouncer } from '#web/ui/LiveRegion.tsx';
import type { Target } from './canvas/geometry.ts';
import { type CardFilter, cardsByName, NO_FILTER, ORDERS, sectionsOf } from './canvas/sections.ts';
import { cardsOfTile } from './canvas/stacks.ts';
import type { QueueState, SaveQueue } from './saving/save-queue.ts';
import { texts } from './texts.ts';

const NONE: ReadonlySet<string> = new Set();

/** Used instead of a queue when the groups could not be loaded. */
const READ_ONLY = createStore<QueueState>({ groups: [], status: { kind: 'saved' } });

interface Undo {
  readonly text: string;
  readonly group: Group;
  readonly before: string | null;
}

export type OrganiserModel = ReturnType<typeof useOrganiser>;

interface OrganiserOptions {
  /** Null: read-only. */
  readonly queue: SaveQueue | null;
  readonly guestGroups: readonly Group[] | undefined;
  readonly nfts: readonly Nft[];
  readonly registered: ReadonlySet<string>;
}

export function useOrganiser(options: OrganiserOptions) {
  const { queue, guestGroups, nfts, registered } = options;
  const { groups: saved, status } = useStore(queue ?? READ_ONLY);
  const stored = guestGroups ?? saved;
  const [filter, changeFilter] = useState<CardFilter>(keptView);
  useEffect(() => keepView(filter), [filter]);
  const [collapsed, setCollapsed] = useState(NONE);
  const [spread, setSpread] = useState(NONE);
  const [chosen, setSelection] = useState<Selection>(NOTHING);
  const [undo, setUndo] = useState<Undo | null>(null);
  const [wanted, setEditing] = useState<string | null>(null);
  const [announcer] = useState(createAnnouncer);
  const { say } = announcer;

  const cards = useMemo(() => cardsByName(nfts), [nfts]);
  const groups = useMemo(() => {
    const [rest, ...own] = arrange([...cards.keys()], stored);
    return rest === undefined ? own : [...own, rest];
  }, [cards, stored]);
  const deferredFilter = useDeferredValue(filter);
  /** Null once another tab deleted the group: its field went without a blur. */
  const editing = groups.some(({ id }) => id === wanted) ? wanted : null;
  const sections = useMemo(
    () => sectionsOf(groups, cards, deferredFilter, { collapsed, spread, editing }, registered),
    [groups, cards, deferredFilter, collapsed, spread, editing, registered],
  );
  const selection = useMemo(() => keepExisting(chosen, (id) => cards.has(id)), [chosen, cards]);

  useEffect(() => {
    queue?.wake();
    // Quiet: the next page, or another account, must not be asked for a signature.
    return () => queue?.flush({ isQuiet: true });
  }, [queue]);

  const tileAt = (id: string) => {
    const home = sections.find(({ stacks }) => stacks.has(id));
    return home === undefined ? [id] : cardsOfTile(home, id);
  };
  /** Also of a group that was added after the last render. */
  const groupName = (id: string) =>
    queue?.get().groups.find((group) => group.id === id)?.name ?? UNORGANIZED_NAME;
  /** 'Drops #3' or '4 cards'. */
  const nameOf = (cardIds: readonly string[]) =>
    cardIds.length === 1
      ? (cards.get(cardIds[0] ?? '')?.name ?? texts.cards(1))
      : texts.cards(cardIds.length);

  return {
    cards,
    /** The collector's own groups in their order, then the default group. */
    groups,
    sections,
    status,
    isReadOnly: queue === null,
    filter,
    selection,
    undo,
    editing,
    announcer,
    setFilter: (change: Partial<CardFilter>) => changeFilter((old) => ({ ...old, ...change })),
    /** Keeps the object where there was no search: for another one the page scrolls to where the cards begin. */
    endSearch: () => changeFilter((old) => (old.search === '' ? old : { ...old, search: '' })),
    setSelection,
    setEditing,
    say,
    nameOf,
    toggleCollapsed: (groupId: string) => setCollapsed((old) => toggled(old, groupId)),
    toggleSpread: (key: string) => setSpread((old) => toggled(old, key)),

    selectTile: (tileId: string) => setSelection(toggleTile(selection, tileAt(tileId))),
    /** Selects up to a tile: from where the last selecting began, else from `start`. */
    selectRange(tileId: string, start: string | null): void {
      const order = sections.flatMap(({ tileIds }) => tileIds);
      const range = extendTo({ ids: NONE, anchor: selection.anchor ?? start }, order, tileId);
      const added = [...range.ids].flatMap(tileAt);
      setSelection({ ids: new Set([...selection.ids, ...added]), anchor: range.anchor });
    },
    /** What moves with a tile: the selection if the tile is part of it. In the order shown. */
    takenWith(tileId: string): readonly string[] {
      const order = sections.flatMap(({ cardIds }) => cardIds);
      return taken(selection, order, tileAt(tileId));
    },

    /** @returns the new group's id; null when the name is not valid or there are too many groups */
    addGroup(text: string): string | null {
      const name = cleaned(text);
      const id = newGroupId();
      if (name === null || !queue?.change({ kind: 'add', id, name })) return null;
      say(texts.add.added(name));
      return id;
    },

    /** @returns false when the name is not valid */
    renameGroup(id: string, text: string): boolean {
      const name = cleaned(text);
      if (name === null) return false;
      const from = groupName(id);
      if (name !== from && queue?.change({ kind: 'rename', id, name })) {
        say(texts.group.renamed(from, name));
      }
      return true;
    },

    deleteGroup(id: string): void {
      const at = stored.findIndex((group) => group.id === id);
      const group = stored[at];
      if (group === undefined || !queue?.change({ kind: 'delete', id })) return;
      const held = group.cardIds.filter((card) => cards.has(card)).length;
      const text = texts.group.deleted(group.name, held);
      setUndo({ text, group, before: stored[at + 1]?.id ?? null });
      say(text);
    },

    undoDelete(): void {
      if (undo === null) return;
      const { group, before } = undo;
      // Another tab may have kept it.
      const isThere = stored.some(({ id }) => id === group.id);
      if (isThere || queue?.change({ kind: 'restore', group, before })) {
        setUndo(null);
        say(texts.group.restored(group.name));
      } else {
        const text = texts.group.noRoom(group.name);
        setUndo({ ...undo, text });
        say(text);
      }
    },
    dismissUndo: () => setUndo(null),

    /** Moves a group one place; -1 is up. */
    shiftGroup(id: string, by: -1 | 1): void {
      const at = stored.findIndex((group) => group.id === id);
      const before = stored[by === -1 ? at - 1 : at + 2]?.id ?? null;
      if (at === -1 || !queue?.change({ kind: 'place', id, before })) return;
      say(texts.group.shifted(groupName(id), at + by + 1, stored.length));
    },

    /** @returns false when the group is gone */
    moveCards(cardIds: readonly string[], { groupId, before }: Target): boolean {
      const was = queue?.get().groups;
      if (!queue?.change({ kind: 'move', cardIds, to: groupId, before })) {
        say(texts.groupGone);
        return false;
      }
      if (queue.get().groups === was) say(texts.drag.back(nameOf(cardIds)));
      else {
        setUndo(null);
        if (cardIds.some((id) => selection.ids.has(id))) setSelection(NOTHING);
        say(texts.moved(nameOf(cardIds), groupName(groupId)));
      }
      return true;
    },
  };
}

const VIEW = 'cards_view';

/** The sort order and the stacking are kept in the browser, but not the search. */
function keptView(): CardFilter {
  const kept = ifStorageAllows(
    () => JSON.parse(localStorage.getItem(VIEW) ?? 'null') as Partial<CardFilter> | null,
  );
  const order = ORDERS.find((one) => one === kept?.order) ?? NO_FILTER.order;
  return { ...NO_FILTER, order, isStacked: kept?.isStacked === true };
}

function keepView({ order, isStacked }: CardFilter): void {
  // Where nothing can be stored, the view lasts as long as the page.
  ifStorageAllows(() => localStorage.setItem(VIEW, JSON.stringify({ order, isStacked })));
}

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

function cleaned(name: string): string | null {
  try {
    return cleanGroupName(name);
  } catch {
    return null;
  }
}

export function isOwnGroup(groupId: string): boolean {
  return groupId !== UNORGANIZED;
}

/** `crypto.randomUUID` does not exist on pages served over plain http. */
function newGroupId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `g-${[...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')}`;
}
