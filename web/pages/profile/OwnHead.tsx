import { useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import { pictureTexts } from '#web/collectors/name-texts.ts';
import { PicturePicker } from '#web/collectors/PicturePicker.tsx';
import type { Collector } from '#web/frame/use-collector.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Holding } from './Holding.tsx';
import { Portrait, ProfileHead } from './ProfileHead.tsx';
import { texts } from './texts.ts';
import type { useReadAgain } from './use-read-again.ts';

interface OwnHeadProps {
  collector: Collector;
  nfts: readonly Nft[] | undefined;
  reading: ReturnType<typeof useReadAgain>;
}

export function OwnHead({ collector, nfts, reading }: OwnHeadProps) {
  return (
    <ProfileHead
      eyebrow={texts.eyebrow}
      address={collector.address}
      user={collector.user}
      portrait={<OwnPortrait collector={collector} nfts={nfts} />}
    >
      <Holding collector={collector} reading={reading} />
    </ProfileHead>
  );
}

function OwnPortrait({ collector, nfts }: Omit<OwnHeadProps, 'reading'>) {
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
