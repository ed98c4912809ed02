import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Nft } from '#contract/cards.ts';
import { extendTo, NOTHING, toggle, toggleAll } from '#web/cards/selection.ts';
import { LiveRegion } from '#web/ui/LiveRegion.tsx';
import { DraggedCards } from './DraggedCards.tsx';
import { GroupMenu } from './GroupMenu.tsx';
import { GroupRail, NEW_GROUP } from './GroupRail.tsx';
import { layOut, metricsFor, type Target } from './geometry.ts';
import { type LookedCard, lookedCard } from './looked-card.ts';
import { type MoreItem, MoveMenu } from './MoveMenu.tsx';
import { useWidth } from './measures.ts';
import { Notices } from './Notices.tsx';
import { OrganiserCanvas } from './OrganiserCanvas.tsx';
import { OrganiserTools } from './OrganiserTools.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import type { SaveQueue } from './save-queue.ts';
import { collectionsOf, kisOf, type Section } from './sections.ts';
import { texts } from './texts.ts';
import { type Drag, useDrag } from './use-drag.ts';
import { useKeys } from './use-keys.ts';
import { useOrganiser } from './use-organiser.ts';

interface OrganiserBoardProps {
  /** Null when the stored groups could not be loaded: the cards are shown, but nothing can be changed. */
  queue: SaveQueue | null;
  nfts: readonly Nft[];
  isStale: boolean;
  onReload: () => void;
  /** The item of a card's menu that sends it. */
  sendItem: (nft: Nft) => MoreItem;
  onSend: (nft: Nft) => void;
  /** Cards that are registered for the whitelist. */
  registered: ReadonlySet<string>;
  /** Shows one card on the whole screen. */
  renderLooked: (looked: LookedCard) => ReactNode;
}

type OpenMenu =
  | { readonly kind: 'move'; readonly cardIds: readonly string[]; readonly anchor: Element }
  | { readonly kind: 'group'; readonly section: Section; readonly anchor: Element };

const NO_CARDS: ReadonlySet<string> = new Set();

/** The organiser once the cards are loaded: tools, list of groups, canvas of cards, dragged cards. */
export function OrganiserBoard(props: OrganiserBoardProps) {
  const { queue, nfts, isStale, onReload, sendItem, onSend, registered } = props;
  const organiser = useOrganiser(queue, nfts);
  const { sections, selection, setSelection } = organiser;
  const canvas = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const layout = useMemo(() => layOut(sections, metricsFor(width)), [sections, width]);
  const collections = useMemo(() => collectionsOf(nfts), [nfts]);
  const kis = useMemo(() => kisOf(nfts), [nfts]);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [landed, setLanded] = useState(NO_CARDS);
  const [lookedId, setLookedId] = useState<string | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);

  const onDrop = ({ cardIds, lead, how }: Drag, target: Target) => {
    const groupId = moveTo(cardIds, target);
    if (how === 'keys') keys.go({ groupId, cardId: lead });
  };
  const places = { canvas, mark, ghost };
  const drag = useDrag({ organiser, queue, layout, places, isDrawn: width > 0, onDrop });
  const onMenuMove = (cardIds: readonly string[], anchor: Element) =>
    setMenu({ kind: 'move', cardIds, anchor });
  const keys = useKeys({
    organiser,
    layout,
    canvas,
    drag,
    onMove: onMenuMove,
    onLook: setLookedId,
  });

  // No save during a drag or an edit: the dialog that asks for a signature would end it.
  const isBusy =
    drag.current !== null || menu !== null || organiser.editing !== null || lookedId !== null;
  useEffect(() => {
    queue?.setPaused(isBusy);
    return () => queue?.setPaused(false);
  }, [queue, isBusy]);

  /** @returns the group the cards are in now; a new one when the target is NEW_GROUP */
  function moveTo(cardIds: readonly string[], { groupId, before }: Target): string {
    const isNew = groupId === NEW_GROUP;
    const to = isNew ? organiser.addGroup(texts.add.newName) : groupId;
    if (to === null) return '';
    organiser.moveCards(cardIds, { groupId: to, before });
    if (isNew) organiser.setEditing(to);
    setLanded(new Set(cardIds));
    return to;
  }

  const onPick = (groupId: string) => {
    if (menu?.kind !== 'move') return;
    const { cardIds } = menu;
    closeMenu();
    const stays = neighbour(sections, cardIds);
    moveTo(cardIds, { groupId, before: null });
    if (stays !== null && groupId !== NEW_GROUP) keys.go(stays);
  };

  const onlyCard =
    menu?.kind === 'move' && menu.cardIds.length === 1
      ? organiser.cards.get(menu.cardIds[0] ?? '')
      : undefined;
  const onSendPick = () => {
    if (menu === null || onlyCard === undefined) return;
    closeMenu();
    // The dialog returns the focus to this element when it closes.
    if (menu.anchor instanceof HTMLElement) menu.anchor.focus({ preventScroll: true });
    onSend(onlyCard);
  };

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const cardId = target.closest('[data-card]')?.getAttribute('data-card') ?? null;
    if (cardId === null) return;
    const action = target.closest('[data-action]')?.getAttribute('data-action');
    if (action === 'look') return setLookedId(cardId);
    if (organiser.isReadOnly) return;
    if (action === 'move') {
      const some = selection.ids.has(cardId) ? [...selection.ids] : [cardId];
      const anchor = target.closest('button') ?? target;
      return setMenu({ kind: 'move', cardIds: some, anchor });
    }
    if (action !== 'check' && target.closest('a, button, label') !== null) return;
    const order = sections.flatMap(({ cardIds }) => cardIds);
    setSelection(event.shiftKey ? extendTo(selection, order, cardId) : toggle(selection, cardId));
  };

  const looked = lookedCard(organiser, lookedId, setLookedId, keys.go);

  return (
    <div
      className="organiser"
      data-dragging={drag.current?.how}
      data-selecting={selection.ids.size > 0 || undefined}
    >
      <OrganiserTools
        organiser={organiser}
        collections={collections}
        kis={kis}
        onAdded={(id) => keys.go({ groupId: id, cardId: null }, false)}
      />
      <Notices organiser={organiser} queue={queue} isStale={isStale} onReload={onReload} />
      <div className="organiser-main">
        <GroupRail
          organiser={organiser}
          isDragging={drag.current?.how === 'pointer'}
          onJump={(groupId) => keys.go({ groupId, cardId: null })}
          onRetry={() => queue?.flush()}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: catches what bubbles from the cells */}
        <div
          ref={container}
          className="organiser-container"
          onClick={onClick}
          onKeyDown={keys.onKeyDown}
          onFocus={(event) => keys.onFocus(event.target)}
          onBlur={(event) => {
            const isInside = event.currentTarget.contains(event.relatedTarget);
            if (!isInside && drag.current?.how === 'keys') drag.putBack();
          }}
        >
          {width > 0 && (
            <OrganiserCanvas
              organiser={organiser}
              layout={layout}
              canvas={canvas}
              mark={mark}
              cursor={keys.cursor}
              dragged={drag.dragged}
              landed={landed}
              isStale={isStale}
              registered={registered}
              onGroupMenu={(section, anchor) => setMenu({ kind: 'group', section, anchor })}
            />
          )}
          {sections.length === 0 && <p className="organiser-none">{texts.search.none}</p>}
        </div>
      </div>
      <SelectionBar
        count={selection.ids.size}
        onMove={(anchor) => setMenu({ kind: 'move', cardIds: [...selection.ids], anchor })}
        onClear={() => setSelection(NOTHING)}
      />
      <DraggedCards ghost={ghost} drag={drag.current} cards={organiser.cards} />
      {menu?.kind === 'move' && (
        <MoveMenu
          organiser={organiser}
          {...menu}
          onMove={onPick}
          send={onlyCard === undefined ? null : sendItem(onlyCard)}
          onSend={onSendPick}
          onClose={closeMenu}
        />
      )}
      {menu?.kind === 'group' && (
        <GroupMenu
          organiser={organiser}
          {...menu}
          onSelectAll={() => setSelection(toggleAll(selection, menu.section.cardIds))}
          onClose={closeMenu}
        />
      )}
      {looked !== null && props.renderLooked(looked)}
      <LiveRegion announcer={organiser.announcer} isUrgent testId="organiser-says" />
    </div>
  );
}

/** The card next to those that leave: the keyboard continues there. */
function neighbour(sections: readonly Section[], leaving: readonly string[]) {
  const gone = new Set(leaving);
  const home = sections.find(({ cardIds }) => cardIds.some((id) => gone.has(id)));
  if (home === undefined) return null;
  const from = home.cardIds.findIndex((id) => gone.has(id));
  const after = home.cardIds.slice(from).find((id) => !gone.has(id));
  const before = home.cardIds.slice(0, from).findLast((id) => !gone.has(id));
  return { groupId: home.id, cardId: after ?? before ?? null };
}
