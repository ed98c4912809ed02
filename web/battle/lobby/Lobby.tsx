import { useEffect, useState } from 'react';
import type { Lobby as LobbyShape } from '#contract/battle.ts';
import { DECK } from '#rules/battle/deck.ts';
import { MatchStatus } from '#web/battle/game/MatchStatus.tsx';
import { keepInMemory } from '#web/battle/game/memory.ts';
import { texts } from '#web/battle/game/texts.ts';
import type { GameOnPage } from '#web/battle/game/use-game.ts';
import { faceOf } from '#web/battle/table/table-cards.ts';
import { Card } from '#web/cards/Card.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { CreateLobby } from './CreateLobby.tsx';
import { LobbyRow } from './LobbyRow.tsx';
import { OwnLobby } from './OwnLobby.tsx';
import type { LobbyActs } from './use-lobby-acts.ts';

interface LobbyProps {
  onPage: GameOnPage;
  acts: LobbyActs;
}

/** Open a game, or walk into somebody else's. */
export function Lobby({ onPage, acts }: LobbyProps) {
  const { game, lobbies } = onPage;
  const { wallet } = game;
  const words = texts.lobby;
  const own = lobbies?.find(({ creatorWallet }) => creatorWallet === wallet);

  return (
    <>
      <header className="battle-intro">
        <h1 className="display text-title">{texts.title}</h1>
        <p className="text-lead text-paper-dim">{texts.lead}</p>
        <div className="battle-cast" aria-hidden="true">
          {DECK.map(({ name, move }) => (
            <Card key={name} {...faceOf(name, move)} isUrgent={false} as="static" foil="off" />
          ))}
        </div>
      </header>
      <MatchStatus onPage={onPage} />
      <div className="battle-lobby">
        <section className="panel-lit battle-open" aria-labelledby="battle-open">
          <h2 id="battle-open" className="display text-heading">
            {own === undefined ? words.create : words.own}
          </h2>
          {own === undefined ? <CreateLobby acts={acts} /> : <OwnLobby lobby={own} acts={acts} />}
          {lobbies !== undefined && <OwnClosed wallet={wallet} own={own} />}
        </section>
        <section className="battle-games" aria-labelledby="battle-games">
          <h2 id="battle-games" className="display text-heading">
            {words.list}
          </h2>
          {acts.joinProblem !== null && (
            <p role="alert" className="battle-problem">
              {acts.joinProblem}
            </p>
          )}
          {onPage.faults.lobbies && (
            <p role="alert" className="battle-problem">
              {texts.faults.lobbies} {texts.faults.again}
            </p>
          )}
          <OpenGames onPage={onPage} acts={acts} />
        </section>
      </div>
    </>
  );
}

function OpenGames({ onPage, acts }: LobbyProps) {
  const { lobbies, game } = onPage;
  const words = texts.lobby;
  if (lobbies === undefined) {
    if (onPage.faults.lobbies) {
      return <Button onClick={() => onPage.refresh()}>{texts.invitation.again}</Button>;
    }
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{words.loading}</span>
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    );
  }
  if (lobbies.length === 0) return <p className="battle-none">{words.none}</p>;
  return (
    <ul className="battle-rows">
      {lobbies.map((lobby) => (
        <LobbyRow
          key={lobby.id}
          name={lobby.name}
          host={{
            name: lobby.creator.displayName,
            address: lobby.creatorWallet,
            record: lobby.creator,
          }}
          isOwn={lobby.creatorWallet === game.wallet}
          isJoining={acts.joining === lobby.id}
          isDisabled={acts.joining !== null}
          onJoin={() => acts.join(lobby)}
        />
      ))}
    </ul>
  );
}

/** Remembers how long a lobby of one's own can be open, and says so when it closed by itself. */
function OwnClosed({ wallet, own }: { wallet: string; own: LobbyShape | undefined }) {
  const [had, setHad] = useState(false);
  const until = own?.expiresAt ?? null;
  useEffect(() => {
    keepInMemory(wallet, { lobbyUntil: until });
    if (until !== null) setHad(true);
  }, [wallet, until]);
  return (
    <p role="status" className="battle-note">
      {had && until === null ? texts.lobby.ownClosed : ''}
    </p>
  );
}
