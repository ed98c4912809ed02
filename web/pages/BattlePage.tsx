import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { mayPlay } from '#rules/cards.ts';
import type { Ki } from '#rules/genesis.ts';
import { INVITE_PARAMETER } from '#rules/pages.ts';
import { settings } from '#web/api/settings.ts';
import { BattleGame } from '#web/battle/game/BattleGame.tsx';
import { Invitation } from '#web/battle/lobby/Invitation.tsx';
import { ownedQuery } from '#web/cards/queries.ts';
import { ConnectButton } from '#web/frame/ConnectButton.tsx';
import { Page } from '#web/frame/Page.tsx';
import { type Collector, useCollector } from '#web/frame/use-collector.ts';
import { Button, buttonClass, NewTabLink } from '#web/ui/Button.tsx';
import { signIn } from '#web/wallet/page-connection.ts';
import { AccessNotice } from './battle/AccessNotice.tsx';
import { texts } from './battle/texts.ts';
import { useReadAgain } from './profile/use-read-again.ts';

export default function BattlePage() {
  const collector = useCollector();
  const [ki, setKi] = useState<Ki | null>(null);
  const [title, setTitle] = useState<string | null>(null);
  const invitation = useInvitation();

  return (
    <Page title={title ?? texts.title} ki={ki}>
      {collector === null ? (
        <Outside invitation={invitation} />
      ) : (
        <Inside
          key={collector.address}
          collector={collector}
          invitation={invitation}
          onKi={setKi}
          onTitle={setTitle}
        />
      )}
    </Page>
  );
}

interface InvitationLink {
  readonly lobbyId: string | null;
  readonly end: () => void;
}

function useInvitation(): InvitationLink {
  const [path, go] = useLocation();
  const lobbyId = new URLSearchParams(useSearch()).get(INVITE_PARAMETER);
  const end = useCallback(() => {
    if (lobbyId !== null) go(path, { replace: true });
  }, [go, path, lobbyId]);
  return { lobbyId: lobbyId === '' ? null : lobbyId, end };
}

function Outside({ invitation }: { invitation: InvitationLink }) {
  return (
    <div className="wrap">
      {invitation.lobbyId === null ? (
        <AccessNotice title={texts.connect} text={texts.connectText}>
          <ConnectButton origin="page" size="lg" />
        </AccessNotice>
      ) : (
        <Invitation lobbyId={invitation.lobbyId} wallet={null} join={null} onOver={invitation.end}>
          <p className="access-notice-connect text-lead">{texts.connect}</p>
          <ConnectButton origin="page" size="lg" />
        </Invitation>
      )}
    </div>
  );
}

interface InsideProps {
  collector: Collector;
  invitation: InvitationLink;
  onKi: (ki: Ki | null) => void;
  onTitle: (title: string | null) => void;
}

function Inside({ collector, invitation, onKi, onTitle }: InsideProps) {
  return (
    <BattleGame
      wallet={collector.address}
      guard={useAccessNotice(collector)}
      checking={<Verifying />}
      invitedTo={invitation.lobbyId}
      onInvitationOver={invitation.end}
      onKi={onKi}
      onTitle={onTitle}
      onMatchOver={signIn.decline}
    />
  );
}

/** Game access requires at least one card. @returns the screen to show instead, or null */
function useAccessNotice(collector: Collector): ReactNode | null {
  const { address, user, phase, isLoaded } = collector;
  const held = useQuery({ ...ownedQuery(address), enabled: isLoaded });
  const reading = useReadAgain(collector);
  const isUnread = user === undefined || user.syncedAt === null;
  const cards = held.data?.length ?? 0;
  // Cached cards are enough: the server checks again for every lobby.
  if (mayPlay(cards)) return null;

  const isFault = phase === 'failed' || held.isError || (phase === 'known' && isUnread);
  if (isFault && !reading.isReading) {
    const retry = phase === 'failed' ? () => location.reload() : reading.readAgain;
    return (
      <AccessNotice title={texts.failed} text={texts.failedText} isFault>
        <Button look="primary" onClick={retry}>
          {texts.retry}
        </Button>
      </AccessNotice>
    );
  }
  // Before the first reading of the chain an empty list means "not known" (E3).
  if (isUnread || held.data === undefined || phase !== 'known') {
    return <Verifying />;
  }
  const { marketplace } = settings().links;
  return (
    <AccessNotice title={texts.required} text={texts.requiredText}>
      <div className="actions">
        {marketplace !== null && (
          <NewTabLink href={marketplace} className={buttonClass({ look: 'primary' })}>
            {texts.marketplace}
          </NewTabLink>
        )}
        <Button look="quiet" disabled={reading.isReading} onClick={reading.readAgain}>
          {reading.isReading ? texts.reading : texts.readAgain}
        </Button>
      </div>
      <p role="status">{reading.note}</p>
    </AccessNotice>
  );
}

function Verifying() {
  return <AccessNotice title={texts.verifying} text={texts.verifyingText} isBusy />;
}
