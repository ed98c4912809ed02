import { formatCount, formatCountOf } from '#rules/amounts.ts';
import type { Move } from '#rules/battle/deck.ts';

export const texts = {
  hand: 'Pick your card',
  cardLabel: (name: string, move: Move) => `${name}, ${move}`,
  shot: 'SHOT!',
  shotState: {
    pick: 'Pick a card first',
    ready: 'Put it down',
    sending: 'Sending your card',
    played: 'Your card is down',
  },
  timer: {
    pick: 'to pick',
    hurry: 'hurry!',
    grace: 'last chance',
    break: 'get ready',
    theirs: 'their time',
  },
  timerLabel: (seconds: number, isTheirs: boolean) =>
    isTheirs ? `Your opponent has ${seconds} s left` : `${seconds} s left`,
  tenLeft: '10 seconds left to pick a card.',
  graceSpoken: 'Time is up. You can still press SHOT! for a few seconds.',
  you: 'You',
  opponent: 'Opponent',
  record: (wins: number, losses: number, ties: number) =>
    `${formatCountOf(wins, 'win')}, ${formatCountOf(losses, 'loss', 'losses')}, ${formatCountOf(ties, 'tie')}`,
  recordShort: (wins: number, losses: number, ties: number) => [
    `${formatCount(wins)} W`,
    `${formatCount(losses)} L`,
    `${formatCount(ties)} T`,
  ],
  played: 'Card down',
  playedSpoken: 'Your opponent is ready.',
  late: 'Late',
  choosing: 'Choosing',
  score: (yours: number, theirs: number) => `You ${yours}, opponent ${theirs}`,
  scoreTo: (toWin: number) => `First to ${toWin}`,
  yourPlace: 'Your card goes here',
  yourCardDown: 'Your card, face down',
  theirPlace: 'Your opponent is choosing',
  theirPlaceLate: 'Your opponent is late',
  theirCardDown: "Your opponent's card, face down",
  skip: 'Skip',
  countdown: (seconds: number) => `Cards turn in ${seconds}`,
  missedYou: 'You missed the round',
  missedThem: 'They missed the round',
  missedWord: 'No card',
  fate: { winner: 'Winner', loser: 'Beaten', even: 'Even' },
  clash: { won: 'Hit!', lost: 'Beaten', tie: 'Clash!', missed: 'No show', point: '+1' },
  round: {
    eyebrow: (round: number) => `Round ${round} Result`,
    won: 'Round won',
    lost: 'Round lost',
    tie: 'Dead even',
  },
  reason: {
    beats: (move: Move, other: Move) => `${capital(move)} beats ${other}.`,
    same: (move: Move) => `Both played ${move}. Nobody scores.`,
    youMissed: 'No card of yours came in time, so the round goes to your opponent.',
    theyMissed: 'Your opponent put no card down in time. The round is yours.',
  },
  match: {
    eyebrow: 'Battle Complete!',
    won: 'Victory',
    lost: 'Defeat',
    tie: 'Tie',
    line: {
      won: 'The stage is yours. +1 on the battle leaderboard.',
      lost: 'Every main character loses one. The next scene is yours.',
      tie: 'Neither of you gave way. It counts as a game, and no streak ends.',
      wonLeft: 'Your opponent left the stage. +1 on the battle leaderboard.',
      lostLeft: 'You left the stage, so your opponent takes the match.',
      wonClaimed: 'Your opponent stayed away. +1 on the battle leaderboard.',
      lostClaimed: 'You missed a round and were away, so your opponent claimed the match.',
      nobody: 'Nobody played the last round, so this match does not count.',
    },
    rounds: 'The rounds',
    roundLine: (round: number, outcome: 'won' | 'lost' | 'tie') => `Round ${round}: ${outcome}`,
  },
  sound: { name: 'Sound', on: 'on', off: 'off' },
};

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
