import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Lobby, Match } from '#contract/battle.ts';
import { shortAddress } from '#rules/address.ts';
import { HttpError } from '#web/api/http-error.ts';
import { lobbyQuery } from '#web/battle/game/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { InviteLink } from './InviteLink.tsx';
import { texts } from './texts.ts';
import type { LobbyActions } from './use-lobby-actions.ts';
import './lobby.css';
import { WaitingRoom } from './WaitingRoom.tsx';

interface InvitationProps {
  lobbyId: string;
  /** Null while no wallet is connected; then `join` is null, too. */
  wallet: string | null;
  join: LobbyActions['join'] | null;
  /** This wallet's last matches. */
  matches?: readonly Match[] | undefined;
  onOver: () => void;
  /** Shown in place of Join: connect, or get a card. */
  children?: ReactNode;
}

/** The page of an invite link: who invites, and Join; also when the lobby is closed or full. */
export function Invitation(props: InvitationProps) {
  const { lobbyId, onOver } = props;
  const { data: lobby, error, refetch } = useQuery(lobbyQuery(lobbyId));
  const words = texts.invitation;
  if (lobby !== undefined) return <Challenge {...props} lobby={lobby} />;
  if (error === null) {
    return (
      <section role="status" className="battle-invitation">
        <span className="visually-hidden">{words.loading}</span>
        <Skeleton width="min(28rem, 100%)" height="10rem" />
      </section>
    );
  }
  const isUnknown = error instanceof HttpError && (error.status === 404 || error.status === 400);
  return (
    <section className="battle-invitation">
      <h1 className="display text-title">{words.closedTitle}</h1>
      <p role="alert" className="text-lead">
        {isUnknown ? words.unknown : words.failed}
      </p>
      <div className="actions">
        {!isUnknown && (
          <Button look="primary" onClick={() => refetch()}>
            {words.again}
          </Button>
        )}
        <Button look={isUnknown ? 'primary' : 'quiet'} onClick={onOver}>
          {words.elsewhere}
        </Button>
      </div>
    </section>
  );
}

function Challenge({ lobby, ...props }: InvitationProps & { lobby: Lobby }) {
  const { wallet, join, onOver, children } = props;
  const words = texts.invitation;
  const { displayName, walletAddress } = lobby.creator;
  const isOwn = walletAddress === wallet;
  const isMine = isOwn || (props.matches ?? []).some(({ id }) => id === lobby.matchId);
  const over = gone(lobby, isOwn, isMine);
  return (
    <section className="battle-invitation">
      <h1 className="eyebrow">
        {over === null ? words.eyebrow : isMine ? words.usedTitle : words.closedTitle}
      </h1>
      <WaitingRoom title={over?.title ?? (isOwn ? words.ownTitle : words.title(displayName))}>
        <p>
          <bdi className="strong">{displayName}</bdi>{' '}
          <span className="tabular">{shortAddress(walletAddress)}</span> ·{' '}
          <bdi className="strong">{lobby.name}</bdi>
        </p>
        {(over !== null || isOwn) && <p>{over?.text ?? words.own}</p>}
      </WaitingRoom>
      <Problem words={join?.problem ?? null} />
      {over === null && isOwn && <InviteLink lobbyId={lobby.id} />}
      <div className="actions">
        {over === null &&
          !isOwn &&
          (children ?? (
            <Button
              look="primary"
              size="lg"
              isBusy={join?.isPending}
              onClick={() => join?.run(lobby)}
            >
              {words.join}
            </Button>
          ))}
        <Button look="quiet" onClick={onOver}>
          {words.elsewhere}
        </Button>
      </div>
    </section>
  );
}

/** Why the lobby cannot be joined any more; null while it can. */
function gone(
  { status }: Lobby,
  isOwn: boolean,
  isMine: boolean,
): { title: string; text: string } | null {
  const words = texts.invitation;
  if (status === 'open') return null;
  if (isOwn) return { started: words.ownTaken, closed: words.ownClosed }[status];
  return { started: isMine ? words.joined : words.taken, closed: words.closed }[status];
}
