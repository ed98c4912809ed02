import { NAME_MAX_CHARACTERS } from '#rules/collectors.ts';

export const nameTexts = {
  label: 'Display name',
  help: 'Shown in the rankings and to your opponents, always with your short address beside it.',
  unsaved: 'Not saved yet. Connect your wallet again to save it.',
  lookAlike:
    'Another collector had a name that looks the same before you. You keep yours; once changed, it cannot be taken back.',
  placeholder: 'Your name',
  save: 'Save',
  saving: 'Saving',
  counter: (used: number) => `${used} / ${NAME_MAX_CHARACTERS}`,
  counterSpoken: (used: number) => `${used} of ${NAME_MAX_CHARACTERS} characters used`,
  required: 'Name Required',
  notConnected: { title: 'Wallet Not Connected', description: 'Please connect your wallet first.' },
  updated: { title: 'Profile Updated' },
  quick: 'Choose a name to be ranked. It stands beside your short address.',
  usernameUpdated: { title: 'Username Updated' },
  usernameFailed: { title: 'Update Failed', description: 'Failed to update your username' },
  failed: 'Update Failed',
  failedText: 'Failed to update profile. Make sure your wallet is connected.',
  notSigned: 'Not signed. Nothing was changed.',
};

export const pictureTexts = {
  change: 'Change profile picture',
  choose: 'Choose profile picture',
  title: 'Choose your profile picture',
  intro: 'One of your own cards. It stays for as long as the card is yours.',
  cards: 'Your cards',
  save: 'Use this card',
  none: 'No picture',
};
