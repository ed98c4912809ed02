import { type CSSProperties, useEffect, useEffectEvent, useId, useState } from 'react';
import type { Lobby as LobbyShape } from '#contract/battle.ts';
import { DECK } from '#rules/battle/deck.ts';
import { serverState } from '#web/api/server-state.ts';
import { ownLobby } from '#web/battle/game/open-lobby.ts';
import { faultWords } from '#web/battle/game/table-view.ts';
import { texts as gameTexts } from '#web/battle/game/texts.ts';
import type { GameOnPage } from '#web/battle/game/use-game.ts';
import { battleCard } from '#web/battle/table/battle-card.ts';
import { Card } from '#web/cards/Card.tsx';
import { inFan } from '#web/cards/card-look.ts';
import { Button } from '#web/ui/Button.tsx';
import { useStore } from '#web/ui/external-store.ts';
import type { Announcer } from '#web/ui/LiveRegion.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { CreateLobby } from './CreateLobby.tsx';
import { History } from './History.tsx';
import { InviteLink } from './InviteLink.tsx';
import { LobbyRow } from './LobbyRow.tsx';
import { leftMatch, MatchStatus } from './MatchStatus.tsx';
import { olderLobby } from './quick-match.ts';
import { texts } from './texts.ts';
import type { LobbyActions } from './use-lobby-actions.ts';
import './lobby.css';

interface LobbyProps {
  onPage: GameOnPage;
  /** The lobby that the wallet opened itself. */
  own: LobbyShape | undefined;
  actions: LobbyActions;
}

export function Lobby({ onPage, own, actions }: LobbyProps) {
  const { game, lobbies } = onPage;
  const { wallet } = game;

  // Then the way back stands above everything.
  const hasLeft = leftMatch(onPage) !== undefined;
  // While it is not, the strip below the bar says so.
  const isHere = useStore(serverState) === 'here';
  const lobbiesFault = isHere && onPage.faults.lobbies ? faultWords(texts.unread) : null;
  useGoOver(actions, own, lobbies);

  return (
    <>
      {hasLeft && <MatchStatus onPage={onPage} />}
      <header className="battle-intro">
        <h1 className="display text-title">{gameTexts.title}</h1>
        <p className="text-lead text-dim">{texts.lead}</p>
        {own === undefined && (
          <QuickMatch quick={actions.quick} announcer={onPage.store.announcer} />
        )}
        <div
          className="battle-cast"
          aria-hidden="true"
          style={{ '--cards': DECK.length } as CSSProperties}
        >
          {DECK.map(({ name, move }, index) => (
            <Card
              key={name}
              look={{ ...battleCard(name, move), isUrgent: false, foil: 'off' }}
              style={inFan(index, DECK.length)}
            />
          ))}
        </div>
      </header>
      {!hasLeft && <MatchStatus onPage={onPage} />}
      <div className="battle-lobby">
        <section className="panel-lit battle-open" aria-labelledby="battle-open">
          <h2 id="battle-open" className="display text-heading">
            {own === undefined ? texts.create : texts.own}
          </h2>
          {own === undefined ? (
            <CreateLobby create={actions.create} isSeeking={actions.quick.isPending} />
          ) : (
            <OwnLobby lobby={own} close={actions.close} />
          )}
          {lobbies !== undefined && (
            <OwnClosed wallet={wallet} own={own} closedByHand={actions.close.done} />
          )}
        </section>
        <section className="battle-games" aria-labelledby="battle-games">
          <h2 id="battle-games" className="display text-heading">
            {texts.list}
          </h2>
          <Problem words={actions.join.problem} />
          <Problem words={lobbiesFault} />
          <OpenGames onPage={onPage} join={actions.join} />
        </section>
      </div>
      <History wallet={wallet} />
    </>
  );
}

/** Two who pressed 'Quick match' on two servers at the same moment can each have opened a lobby. */
function useGoOver(
  { goOver, close }: LobbyActions,
  own: LobbyShape | undefined,
  lobbies: readonly LobbyShape[] | undefined,
): void {
  // Who closes it wants no seat any more; the list may still have it a moment later.
  const isClosing = own !== undefined && [close.pending, close.done].includes(own.id);
  const isQuick = own !== undefined && own.id === goOver.from && !isClosing;
  const older = isQuick && lobbies !== undefined ? olderLobby(own, lobbies) : null;
  const go = useEffectEvent(() => {
    if (older !== null && !goOver.isPending) goOver.run(older);
  });
  const id = older?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each
  useEffect(() => go(), [id]);
}

/** A request that was cancelled is mostly answered before it could be read that the page waits for it, in ms. */
const WAIT_IS_TOLD_AFTER = 1_000;

function QuickMatch({ quick, announcer }: Pick<LobbyActions, 'quick'> & { announcer: Announcer }) {
  const help = useId();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!quick.isPending) return;
    const timer = setTimeout(() => {
      setIsLong(true);
      announcer.say(texts.cancelled);
    }, WAIT_IS_TOLD_AFTER);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [quick.isPending, announcer]);
  return (
    <div className="row battle-quick">
      <Button
        look="primary"
        size="lg"
        aria-describedby={help}
        isBusy={quick.isPending}
        onClick={() => quick.run()}
      >
        {texts.quick}
      </Button>
      <p id={help} className="text-small text-dim">
        {isLong ? texts.cancelled : texts.quickHelp}
      </p>
      <Problem words={quick.problem} />
    </div>
  );
}

function OpenGames({ onPage, join }: Pick<LobbyProps, 'onPage'> & Pick<LobbyActions, 'join'>) {
  const { lobbies, game } = onPage;
  if (lobbies === undefined) {
    if (onPage.faults.lobbies) {
      return <Button onClick={() => onPage.refresh()}>{texts.invitation.again}</Button>;
    }
    return (
      <div role="status" className="battle-rows">
        <span className="visually-hidden">{texts.loading}</span>
        <Skeleton height="6rem" />
        <Skeleton height="6rem" />
      </div>
    );
  }
  if (lobbies.length === 0) return <p className="battle-none">{texts.none}</p>;
  return (
    <ul className="battle-rows">
      {lobbies.map((lobby) => (
        <LobbyRow
          key={lobby.id}
          lobby={lobby}
          isOwn={lobby.creatorWallet === game.wallet}
          join={join}
        />
      ))}
    </ul>
  );
}

/** Stores until when one's own lobby can be open, and says when it was closed by somebody else than this player. */
function OwnClosed(props: {
  wallet: string;
  own: LobbyShape | undefined;
  closedByHand: string | null;
}) {
  const { wallet, own, closedByHand } = props;
  const [had, setHad] = useState<string | null>(null);
  const id = own?.id ?? null;
  const until = own?.expiresAt ?? null;
  useEffect(() => {
    ownLobby.keep(wallet, until);
    if (id !== null) setHad(id);
  }, [wallet, until, id]);
  const isGone = had !== null && id === null && had !== closedByHand;
  return (
    <p role="status" className="battle-note">
      {isGone ? texts.ownClosed : ''}
    </p>
  );
}

function OwnLobby({ lobby, close }: { lobby: LobbyShape; close: LobbyActions['close'] }) {
  return (
    <div className="battle-own">
      <p className="battle-own-name display">
        <bdi>{lobby.name}</bdi>
      </p>
      <p className="text-dim">{texts.ownWaiting}</p>
      <InviteLink lobbyId={lobby.id} />
      <p className="text-small text-mute">{texts.ownLife}</p>
      <Button look="quiet" isBusy={close.isPending} onClick={() => close.run(lobby.id)}>
        {close.isPending ? texts.closing : texts.close}
      </Button>
      <Problem words={close.problem} />
    </div>
  );
}
