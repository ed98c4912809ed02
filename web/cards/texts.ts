/** Texts about cards. */
export const texts = {
  noAddress: 'No wallet address',
  failed: 'Failed to fetch NFTs',
  showcaseTitle: 'Trading Cards',
  open: (name: string) => `Open ${name}`,
  close: 'Close',
  previous: 'Previous card',
  next: 'Next card',
  edition: (number: number, of: number) => `Genesis ${number}/${of}`,
  place: {
    wallet: 'In your wallet',
    kiosk: 'In your kiosk',
    'personal-kiosk': 'In your personal kiosk',
    'originbyte-kiosk': 'In your OriginByte kiosk',
  },
};
