import { shortAddress } from '#rules/address.ts';
import type { PlayerRecord } from '#web/battle/table/table-cards.ts';
import { texts } from '#web/battle/table/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import './lobby-row.css';

interface LobbyRowProps {
  name: string;
  host: { readonly name: string; readonly address: string; readonly record: PlayerRecord };
  /** The viewer opened it: it cannot be joined. */
  isOwn: boolean;
  isJoining?: boolean;
  /** While another lobby is being joined. */
  isDisabled?: boolean;
  onJoin(): void;
}

/** An open game in the list. */
export function LobbyRow({
  name,
  host,
  isOwn,
  isJoining = false,
  isDisabled = false,
  onJoin,
}: LobbyRowProps) {
  const { wins, losses, ties } = host.record;
  return (
    <li className="lobby-row" data-own={isOwn || undefined}>
      <span className="lobby-row-words">
        <bdi className="lobby-row-name display">{name}</bdi>
        <span className="lobby-row-host">
          <bdi>{host.name}</bdi> <span className="tabular">{shortAddress(host.address)}</span>
        </span>
        <span className="lobby-row-record tabular">{texts.record(wins, losses, ties)}</span>
      </span>
      {isOwn ? (
        <Button disabled>{texts.lobby.own}</Button>
      ) : (
        <Button
          look="primary"
          disabled={isDisabled || isJoining}
          aria-label={isJoining ? undefined : texts.lobby.joinLabel(name)}
          onClick={onJoin}
        >
          {isJoining ? texts.lobby.joining : texts.lobby.join}
        </Button>
      )}
    </li>
  );
}
