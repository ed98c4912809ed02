import type { Lobby } from '#contract/battle.ts';
import { shortAddress } from '#rules/address.ts';
import { texts as tableTexts } from '#web/battle/table/texts.ts';
import { HolderLink } from '#web/cards/HolderLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { texts } from './texts.ts';
import type { LobbyActions } from './use-lobby-actions.ts';
import './lobby.css';

interface LobbyRowProps {
  lobby: Lobby;
  isOwn: boolean;
  join: LobbyActions['join'];
}

export function LobbyRow({ lobby, isOwn, join }: LobbyRowProps) {
  const { name, creator } = lobby;
  const { displayName, walletAddress, wins, losses, ties } = creator;
  const isJoining = join.pending?.id === lobby.id;
  return (
    <li className="row row-ends lobby-row" data-own={isOwn || undefined}>
      <span className="lobby-row-words">
        <bdi className="lobby-row-name display">{name}</bdi>
        <span className="row lobby-row-host strong">
          <HolderLink address={walletAddress}>
            <bdi className="truncate">{displayName}</bdi>
          </HolderLink>{' '}
          <span className="tabular">{shortAddress(walletAddress)}</span>
        </span>
        <span className="lobby-row-record tabular">{tableTexts.record(wins, losses, ties)}</span>
      </span>
      {isOwn ? (
        <Button disabled>{texts.row.own}</Button>
      ) : (
        <Button
          look="primary"
          isBusy={join.isPending}
          aria-label={isJoining ? undefined : texts.row.joinLabel(name)}
          onClick={() => join.run(lobby)}
        >
          {isJoining ? texts.row.joining : texts.row.join}
        </Button>
      )}
    </li>
  );
}
