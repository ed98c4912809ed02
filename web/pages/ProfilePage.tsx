import { Page } from '#web/app/Page.tsx';
import { useCollector } from '#web/app/use-collector.ts';
import { useConnection } from '#web/wallet/page-connection.ts';
import { CollectorHeader } from './profile/CollectorHeader.tsx';
import { HeldCards } from './profile/HeldCards.tsx';
import { ProfileDoor } from './profile/ProfileDoor.tsx';
import { profile } from './texts.ts';
import './profile/profile.css';

/** The collector's own corner. */
export default function ProfilePage() {
  const { status } = useConnection();
  const collector = useCollector();
  return (
    <Page title={profile.title} ki="sui">
      {status === 'disconnected' ? (
        <ProfileDoor />
      ) : (
        <>
          <CollectorHeader collector={collector} />
          <HeldCards collector={collector} />
        </>
      )}
    </Page>
  );
}
