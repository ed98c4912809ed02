import type { Lobby } from '#contract/battle.ts';
import { texts } from '#web/battle/game/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { InviteLink } from './InviteLink.tsx';
import type { LobbyActs } from './use-lobby-acts.ts';

/** The lobby this player opened, waiting for somebody: its link, and closing it. */
export function OwnLobby({ lobby, acts }: { lobby: Lobby; acts: LobbyActs }) {
  const words = texts.lobby;
  return (
    <div className="battle-own">
      <p className="battle-own-name display">
        <bdi>{lobby.name}</bdi>
      </p>
      <p className="text-paper-dim">{words.ownWaiting}</p>
      <InviteLink lobbyId={lobby.id} />
      <p className="text-sm text-paper-mute">{words.ownLife}</p>
      <Button
        look="quiet"
        className="justify-self-start"
        disabled={acts.isClosing}
        onClick={() => acts.close(lobby.id)}
      >
        {words.close}
      </Button>
      {acts.closeProblem !== null && (
        <p role="alert" className="battle-problem">
          {acts.closeProblem}
        </p>
      )}
    </div>
  );
}
