import { useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import { pictureTexts } from '#web/collectors/name-texts.ts';
import { PicturePicker } from '#web/collectors/PicturePicker.tsx';
import type { Collector } from '#web/frame/use-collector.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Holding } from './Holding.tsx';
import { AddressLine, Portrait, ProfileName } from './Portrait.tsx';
import { texts } from './texts.ts';
import type { useReadAgain } from './use-read-again.ts';

interface ProfileHeadProps {
  collector: Collector;
  nfts: readonly Nft[] | undefined;
  reading: ReturnType<typeof useReadAgain>;
}

/** The head of one's own profile: picture, name, address and number of cards. That of others: OtherProfile.tsx. */
export function ProfileHead({ collector, nfts, reading }: ProfileHeadProps) {
  const { address, user } = collector;
  return (
    <section className="wrap wrap-wide profile-head">
      <OwnPortrait collector={collector} nfts={nfts} />
      <div className="profile-words">
        <p className="eyebrow">{texts.eyebrow}</p>
        <ProfileName user={user} />
        <AddressLine address={address} />
        <Holding collector={collector} reading={reading} />
      </div>
    </section>
  );
}

/** One's own picture, to be changed. */
function OwnPortrait({ collector, nfts }: Omit<ProfileHeadProps, 'reading'>) {
  const [isChoosing, setIsChoosing] = useState(false);
  const { address, user } = collector;
  const label = user?.profilePicture == null ? pictureTexts.choose : pictureTexts.change;
  return (
    <Portrait user={user} nfts={nfts}>
      {user !== undefined && nfts !== undefined && nfts.length > 0 && (
        <>
          <Button
            isIcon
            className="portrait-change"
            aria-label={label}
            title={label}
            onClick={() => setIsChoosing(true)}
          >
            <Icon name="pen" />
          </Button>
          <PicturePicker
            isOpen={isChoosing}
            onClose={() => setIsChoosing(false)}
            address={address}
            user={user}
            nfts={nfts}
          />
        </>
      )}
    </Portrait>
  );
}
