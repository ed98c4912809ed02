import { useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { User } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { CardPicker } from '#web/cards/CardPicker.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { pictureTexts as texts } from './name-texts.ts';
import { useProfileUpdate } from './use-profile-update.ts';
import './name-editor.css';

interface PicturePickerProps {
  isOpen: boolean;
  onClose: () => void;
  address: Address;
  user: User;
  nfts: readonly Nft[];
}

/** Dialog to choose the profile picture from one's own cards (H7). */
export function PicturePicker({ isOpen, ...rest }: PicturePickerProps) {
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={texts.title} intro={texts.intro} isWide>
      <Choice {...rest} />
    </Dialog>
  );
}

function Choice({ onClose, address, user, nfts }: Omit<PicturePickerProps, 'isOpen'>) {
  const profile = useProfileUpdate(address);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [card] = selected;

  const save = (profilePictureCard: string | null) =>
    profile.run({ profilePictureCard }, { onSuccess: onClose });

  return (
    <>
      <CardPicker
        nfts={nfts}
        label={texts.cards}
        selected={selected}
        isSingle
        onSelect={setSelected}
      />
      <Problem words={profile.problem} className="picture-problem" />
      <div className="picture-actions actions">
        {user.profilePicture !== null && (
          <Button look="plain" isBusy={profile.isPending} onClick={() => save(null)}>
            {texts.none}
          </Button>
        )}
        <Button
          look="primary"
          disabled={card === undefined}
          isBusy={profile.isPending}
          onClick={() => card !== undefined && save(card)}
        >
          {texts.save}
        </Button>
      </div>
    </>
  );
}
