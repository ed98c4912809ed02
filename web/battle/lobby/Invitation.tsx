import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Lobby } from '#contract/battle.ts';
import { shortAddress } from '#rules/address.ts';
import { HttpError } from '#web/api/http-error.ts';
import { lobbyQuery } from '#web/battle/game/queries.ts';
import { texts } from '#web/battle/game/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { InviteLink } from './InviteLink.tsx';
import { WaitingRoom } from './WaitingRoom.tsx';

interface InvitationProps {
  lobbyId: string;
  /** Null while no wallet is connected. */
  wallet: string | null;
  joining: string | null;
  problem: string | null;
  onJoin: (lobby: Lobby) => void;
  /** To the lobby with all open games. */
  onOver: () => void;
  /** What to do first, in the place of Join: connect, get a card. */
  children?: ReactNode;
}

/** Where an invite link leads: who asks for a battle, and the seat. Also when it is closed or taken. */
export function Invitation(props: InvitationProps) {
  const { lobbyId, onOver } = props;
  const { data: lobby, error, refetch } = useQuery(lobbyQuery(lobbyId));
  const words = texts.invitation;
  if (lobby !== undefined) return <Challenge {...props} lobby={lobby} />;
  if (error === null) {
    return (
      <section role="status" className="battle-invitation">
        <span className="sr-only">{words.loading}</span>
        <Skeleton className="h-40 w-full max-w-md" />
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
      <div className="flex flex-wrap justify-center gap-3">
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
  const { wallet, joining, problem, onJoin, onOver, children } = props;
  const words = texts.invitation;
  const { displayName, walletAddress } = lobby.creator;
  const isOwn = walletAddress === wallet;
  const over = gone(lobby);
  return (
    <section className="battle-invitation">
      <h1 className="eyebrow">{over === null ? words.eyebrow : words.closedTitle}</h1>
      <WaitingRoom title={over?.title ?? (isOwn ? words.ownTitle : words.title(displayName))}>
        <p>
          <bdi className="font-semibold">{displayName}</bdi>{' '}
          <span className="tabular">{shortAddress(walletAddress)}</span> ·{' '}
          <bdi className="font-semibold">{lobby.name}</bdi>
        </p>
        {(over !== null || isOwn) && <p>{over?.text ?? words.own}</p>}
      </WaitingRoom>
      {problem !== null && (
        <p role="alert" className="battle-problem">
          {problem}
        </p>
      )}
      {over === null && isOwn && <InviteLink lobbyId={lobby.id} />}
      <div className="flex flex-wrap justify-center gap-3">
        {over === null &&
          !isOwn &&
          (children ?? (
            <Button
              look="primary"
              size="lg"
              disabled={joining !== null}
              onClick={() => onJoin(lobby)}
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

/** Why nobody can walk in any more; null while somebody can. */
function gone({ status }: Lobby): { title: string; text: string } | null {
  const words = texts.invitation;
  if (status === 'open') return null;
  return status === 'started' ? words.taken : words.closed;
}
