import type { Lobby } from '#contract/battle.ts';
import { texts } from '#web/battle/game/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { InviteLink } from './InviteLink.tsx';
import type { LobbyActions } from './use-lobby-actions.ts';

/** The lobby this player opened, waiting for somebody: its link, and closing it. */
export function OwnLobby({ lobby, close }: { lobby: Lobby; close: LobbyActions['close'] }) {
  const words = texts.lobby;
  return (
    <div className="battle-own">
      <p className="battle-own-name display">
        <bdi>{lobby.name}</bdi>
      </p>
      <p className="text-dim">{words.ownWaiting}</p>
      <InviteLink lobbyId={lobby.id} />
      <p className="text-small text-mute">{words.ownLife}</p>
      <Button look="quiet" disabled={close.isPending} onClick={() => close.run(lobby.id)}>
        {words.close}
      </Button>
      <Problem words={close.problem} />
    </div>
  );
}
