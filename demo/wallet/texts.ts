/** Texts of the demo. */
import { formatCountOf } from '#rules/amounts.ts';
import { cardCount, type Persona } from '../personas.ts';

export const texts = {
  who: 'Who do you want to be?',
  noticeHelp: 'About this demo',
  title: 'This is a demo',
  explain:
    'The people, the cards and the network behind this page are made up. The product itself is real: signatures, readings and rules are the ones of the real network.',
  connectFirst: 'Connected, you are this person.',
  connect: 'Connect the demo wallet',
  now: 'Switching here is what switching the account in a real wallet does.',
  wallet: 'Demo wallet',
  walletOn: 'Switch it off to see the page as somebody without a Sui wallet does.',
  walletOff:
    'Switched off in this tab: the page sees no wallet. Switch it on to be somebody again.',
  cards: (persona: Persona) => formatCountOf(cardCount(persona), 'card'),
};
