import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { Group } from '#rules/groups.ts';
import { isFocusLost } from '#web/ui/focus.ts';
import { LiveRegion } from '#web/ui/LiveRegion.tsx';
import { AddGroup } from './AddGroup.tsx';
import { Album } from './Album.tsx';
import { CardSkeletons } from './canvas/CardTile.tsx';
import { handleClick } from './canvas/clicks.ts';
import { DraggedCards } from './canvas/DraggedCards.tsx';
import { layOut, metricsFor, type Target } from './canvas/geometry.ts';
import { useIsPast, usePlace } from './canvas/measures.ts';
import { OrganiserCanvas } from './canvas/OrganiserCanvas.tsx';
import { neighbour, type Section } from './canvas/sections.ts';
import { barsHeight, type Drag, useDrag } from './canvas/use-drag.ts';
import { useKeys } from './canvas/use-keys.ts';
import { FootBar } from './FootBar.tsx';
import { GroupMenu } from './GroupMenu.tsx';
import { GroupRail, NEW_GROUP } from './GroupRail.tsx';
import { type LookedCard, lookedCard } from './looked-card.ts';
import { MoveMenu, type Sending } from './MoveMenu.tsx';
import { Notices } from './Notices.tsx';
import { OrganiserTools } from './OrganiserTools.tsx';
import { PrintedCards } from './PrintedCards.tsx';
import type { SaveQueue } from './saving/save-queue.ts';
import { texts } from './texts.ts';
import { useOrganiser } from './use-organiser.ts';

interface OrganiserBoardProps {
  /** Null when the stored groups could not be loaded: the cards are shown, but nothing can be changed. */
  queue: SaveQueue | null;
  /** The groups of somebody else, to be looked at; left out for one's own. */
  guestGroups?: readonly Group[];
  nfts: readonly Nft[];
  isStale: boolean;
  onReload: () => void;
  /** Left out for cards of somebody else. */
  sending?: Sending;
  registered: ReadonlySet<string>;
  renderLooked: (looked: LookedCard) => ReactNode;
}

type OpenMenu =
  | { readonly kind: 'move'; readonly cardIds: readonly string[]; readonly anchor: Element }
  | { readonly kind: 'group'; readonly section: Section; readonly anchor: Element };

const NO_CARDS: ReadonlySet<string> = new Set();

/** The organiser once the cards are loaded: tools, list of groups, canvas of cards, dragged cards. */
export function OrganiserBoard(props: OrganiserBoardProps) {
  const { queue, guestGroups, nfts, isStale, onReload, sending, registered } = props;
  const organiser = useOrganiser({ queue, guestGroups, nfts, registered });
  const { sections, selection } = organiser;
  const canvas = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLDivElement>(null);
  const beginning = useRef<HTMLSpanElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const { width, band } = usePlace(container);
  const layout = useMemo(() => layOut(sections, metricsFor(width)), [sections, width]);
  const isPast = useIsPast(beginning);
  const [areToolsPinned, setToolsPinned] = useState(false);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [landed, setLanded] = useState(NO_CARDS);
  const [lookedId, setLookedId] = useState<string | null>(null);
  const closeMenu = () => setMenu(null);
  const acts = {
    onMove: (cardIds: readonly string[], anchor: Element) =>
      setMenu({ kind: 'move', cardIds, anchor }),
    onLook: setLookedId,
  };

  const onDrop = ({ cardIds, lead, how }: Drag, target: Target) => {
    const groupId = moveTo(cardIds, target);
    if (how === 'keys' && groupId !== null) keys.go({ groupId, cardId: lead });
  };
  const places = { canvas, mark, ghost };
  const drag = useDrag({ organiser, layout, places, isDrawn: width > 0, onDrop });
  const keys = useKeys({ organiser, layout, canvas, drag, ...acts });

  // What is found begins at the top; the page may have become much shorter.
  const { filter } = organiser;
  const lastFilter = useRef(filter);
  useEffect(() => {
    if (lastFilter.current === filter) return;
    lastFilter.current = filter;
    const top = main.current?.getBoundingClientRect().top ?? 0;
    const bar = barsHeight() / 2;
    if (top < bar) scrollBy({ top: top - bar, behavior: 'instant' });
  }, [filter]);

  // The head of a deleted group took the focus with it.
  const { undo } = organiser;
  const stayInside = useEffectEvent(() => {
    if (undo !== null && isFocusLost() && keys.cursor !== null) keys.go(keys.cursor);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every deletion
  useEffect(() => stayInside(), [undo]);

  const putBackHeld = () => {
    if (drag.current?.how === 'keys') drag.putBack();
  };
  // Another tab may have moved the card in the hand: without the focus no key would put it back.
  const keepFocus = useEffectEvent(() => {
    if (!keys.hasLostFocus()) return;
    putBackHeld();
    keys.takeFocus();
  });
  useEffect(() => keepFocus());

  const looked = lookedCard(organiser, lookedId, setLookedId, keys.go);
  // A card that comes back is not opened again.
  if (looked === null && lookedId !== null) setLookedId(null);
  // No save during a drag or an edit: the dialog that asks for a signature would end it.
  const isBusy =
    drag.current !== null || menu !== null || organiser.editing !== null || looked !== null;
  useEffect(() => {
    queue?.setPaused(isBusy);
    return () => queue?.setPaused(false);
  }, [queue, isBusy]);

  /** @returns the group the cards are in now; a new one when the target is NEW_GROUP; null when it is gone */
  function moveTo(cardIds: readonly string[], { groupId, before }: Target): string | null {
    const isNew = groupId === NEW_GROUP;
    const to = isNew ? organiser.addGroup(texts.add.newName) : groupId;
    if (to === null || !organiser.moveCards(cardIds, { groupId: to, before })) return null;
    if (isNew) {
      organiser.endSearch();
      organiser.setEditing(to);
      // Only what is near the screen is drawn, and the field for its name must be.
      keys.go({ groupId: to, cardId: null }, false);
    }
    setLanded(new Set(cardIds));
    return to;
  }

  const goToGroup = (groupId: string) => {
    // A search hides groups that hold no match.
    if (!sections.some(({ id }) => id === groupId)) organiser.endSearch();
    keys.go({ groupId, cardId: null });
  };

  const onPick = (cardIds: readonly string[], groupId: string) => {
    const stays = neighbour(sections, cardIds);
    moveTo(cardIds, { groupId, before: null });
    if (stays !== null && groupId !== NEW_GROUP) keys.go(stays);
  };

  return (
    <div
      className="organiser"
      data-dragging={drag.current?.how}
      data-selecting={selection.ids.size > 0 || undefined}
    >
      <div className="organiser-begin">
        <Album nfts={nfts} />
        {!organiser.isReadOnly && <AddGroup organiser={organiser} onAdded={goToGroup} />}
      </div>
      <Notices
        organiser={organiser}
        queue={queue}
        haveGroupsFailed={queue === null && guestGroups === undefined}
        isStale={isStale}
        onReload={onReload}
      />
      <div ref={main} className="organiser-main">
        <span ref={beginning} className="organiser-first-screen" />
        <GroupRail
          organiser={organiser}
          isDragging={drag.current?.how === 'pointer'}
          isPast={isPast}
          areToolsPinned={areToolsPinned}
          onTools={() => setToolsPinned(!areToolsPinned)}
          onJump={goToGroup}
          onRetry={() => queue?.flush()}
        />
        <div className="organiser-cards">
          <OrganiserTools
            organiser={organiser}
            isPinned={areToolsPinned}
            onUnpin={() => {
              setToolsPinned(false);
              main.current?.querySelector<HTMLElement>('.rail-tools')?.focus();
            }}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: catches what bubbles from the cells */}
          <div
            ref={container}
            className="organiser-container"
            onClick={(event) => handleClick(event, organiser, acts)}
            onKeyDown={keys.onKeyDown}
            onFocus={(event) => keys.onFocus(event.target)}
            // Else what landed does so again whenever it is scrolled back into sight.
            onAnimationEnd={({ animationName }) => {
              if (animationName === 'tile-land') setLanded(NO_CARDS);
            }}
            onBlur={(event) => {
              if (event.currentTarget.contains(event.relatedTarget)) return;
              keys.onLeft();
              putBackHeld();
            }}
          >
            {width === 0 ? (
              <CardSkeletons label={texts.loading} />
            ) : (
              <OrganiserCanvas
                organiser={organiser}
                layout={layout}
                canvas={canvas}
                firstBand={band}
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
      </div>
      <PrintedCards sections={sections} cards={organiser.cards} />
      <FootBar organiser={organiser} onMove={(anchor) => acts.onMove([...selection.ids], anchor)} />
      <DraggedCards ghost={ghost} drag={drag.current} cards={organiser.cards} />
      {menu?.kind === 'move' && (
        <MoveMenu
          organiser={organiser}
          {...menu}
          sending={sending}
          onMove={(groupId) => onPick(menu.cardIds, groupId)}
          onClose={closeMenu}
        />
      )}
      {menu?.kind === 'group' && (
        <GroupMenu
          organiser={organiser}
          {...menu}
          // The focus stays on the control of the menu.
          onShift={() => keys.go({ groupId: menu.section.id, cardId: null }, false)}
          onClose={closeMenu}
        />
      )}
      {looked !== null && props.renderLooked(looked)}
      <LiveRegion announcer={organiser.announcer} isUrgent testId="organiser-says" />
    </div>
  );
}
