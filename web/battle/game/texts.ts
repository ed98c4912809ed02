import { TOTAL_ROUNDS } from '#rules/battle/match.ts';
import { failureToast, type ToastWords } from '#web/ui/toasts.ts';

const error = failureToast('Error');

export const texts = {
  title: 'Trading Card Battle',
  notSigned: 'Not signed. Nothing was sent.',

  faults: {
    matches: 'Failed to fetch matches',
    match: 'Failed to fetch match details',
    again: 'Trying again.',
  },

  waiting: {
    title: 'Finding Match...',
    joining: 'Taking the free seat.',
    rematch: (name: string) => `${name} has to press Play Again, too.`,
    rematchTime: (seconds: number) => `The offer stands for ${seconds} s.`,
    cancel: 'Cancel',
  },

  playing: {
    heading: (round: number) => `Round ${round} of ${TOTAL_ROUNDS}`,
    check: 'Check Result',
    reset: 'Reset Game',
    pick: 'Pick a card, then SHOT!',
    picked: 'Press SHOT! to put it down.',
    break: 'Both of you get a moment. You may pick already.',
    opponentFirst: 'Your opponent is ready. Your move.',
    grace: (seconds: number) => `Last chance: press SHOT! within ${seconds} s.`,
    opponentHas: (seconds: number) => `Your opponent has ${seconds} s.`,
    bothDown: 'Both cards are down.',
    over: 'The round is over.',
    closing: 'Time is up. The round is being closed.',
    unheard: 'Waiting for the server.',
    sending: 'Sending your card',
    replay: 'Nobody played. The round is opened once more, then the match ends without counting.',
    nothingNew: (seconds: number) => `No result yet: ${seconds} s left at most.`,
    playFailed: 'Failed to play card',
    timeUp: (card: string): ToastWords => ({
      title: "Time's Up!",
      description: `${card} was selected automatically. Press SHOT! to play it.`,
      isWarning: true,
    }),
  },

  result: {
    heading: 'Result',
    continue: 'Continue',
    continueNext: 'Continue to Next Round',
    quit: 'Quit Game',
    again: 'Play Again',
    reset: 'Reset & Refresh',
    nextSoon: (round: number, seconds: number) =>
      `Round ${round} begins in ${seconds} s. You may go on already.`,
    nextOpen: (round: number, seconds: number) => `Round ${round} is open: ${seconds} s to pick.`,
    nextClosing: (round: number, seconds: number) =>
      `Round ${round} closes in ${seconds} s. Continue and press SHOT!`,
    nextPlayed: (seconds: number) => `Your card is down. Your opponent has ${seconds} s.`,
    /** The name stands before it. */
    offered: (address: string) => `${address} wants to play again.`,
    decline: 'Decline',
    declineFailed: 'The rematch could not be called off. Please try again.',
    hadRematch: 'This match already had its rematch.',
    noRematch: 'No rematch: one of you left, said no, or took too long.',
    rematchFailed: 'Please try again',
    rematchName: 'Rematch',
  },

  /** At the table without a session. */
  unseen: {
    text: 'Signed out: you may seem away.',
    button: 'Sign in',
    failed: 'Signing in did not work.',
  },
  claim: {
    button: 'Claim the match',
    claiming: 'Claiming',
    away: 'Your opponent missed a round and is still away.',
    waiting: (seconds: number) => `Away. Wait ${seconds} s, or`,
    failed: 'The match could not be claimed. Please try again.',
  },

  leave: {
    title: 'Leave this match?',
    text: (name: string) => `${name} takes the match, and it counts as your loss.`,
    confirm: 'Leave the match',
    keep: 'Stay',
    failed: 'You could not leave the match. Please try again.',
  },

  disconnect: {
    title: 'Disconnect during a match?',
    text: (name: string) =>
      `Your match against ${name} goes on without you, and a round you miss is theirs. Connect again to come back.`,
    confirm: 'Disconnect anyway',
    keep: 'Stay',
  },

  toasts: {
    error,
    joined: { title: 'Joined Lobby!', description: 'Your opponent is at the table.' },
    started: { title: 'New Match Started!', description: 'Best of three. Pick your card.' },
    round: (round: number, description: string, isWon: boolean): ToastWords => ({
      title: `Round ${round} Result`,
      description,
      isNews: !isWon,
    }),
    over: (description: string, isWon: boolean): ToastWords => ({
      title: 'Battle Complete!',
      description,
      isNews: !isWon,
    }),
    roundComplete: {
      title: 'Round Complete!',
      description: 'The cards are about to turn.',
      isNews: true,
    },
    tournamentComplete: {
      title: 'Tournament Complete!',
      description: 'The last cards are about to turn.',
      isNews: true,
    },
    rematchFailed: failureToast('Rematch Failed')('Please try again'),
  },

  spoken: {
    against: (name: string) => `You play against ${name}.`,
    score: (yours: number, theirs: number) => `You ${yours}, opponent ${theirs}.`,
    opponentReady: 'Your opponent is ready.',
    tenLeft: '10 seconds left to pick a card.',
    replay: 'Nobody played. The round is opened once more.',
    rematchOffered: 'Your opponent wants to play again.',
    rematchOver: 'There is no rematch any more.',
  },

  sentence: {
    won: 'You won the round.',
    lost: 'Your opponent won the round.',
    tie: 'A tie. Nobody scores.',
    youMissed: 'You missed the round.',
    theyMissed: 'Your opponent missed the round. It is yours.',
  },

  ending: (yours: number, theirs: number) => ({
    won: `You won the match ${yours} : ${theirs}.`,
    lost: `You lost the match ${yours} : ${theirs}.`,
    tie: `The match is a tie, ${yours} : ${theirs}.`,
    wonLeft: 'Your opponent left. The match is yours.',
    lostLeft: 'You left the match.',
    wonClaimed: 'You claimed the match.',
    lostClaimed: 'You were away, and your opponent claimed the match.',
    nobody: 'Nobody played the last round, so the match does not count.',
  }),

  alert: {
    title: (seconds: number | null) =>
      seconds === null ? '(!) Your match' : `(!) Your match: ${seconds} s`,
    began: 'Your match has begun',
    body: (name: string) => `${name} sits at the table. Pick your card.`,
    spoken: (name: string) => `Your match against ${name} has begun.`,
  },

  banner: {
    left: (seconds: number) => `${seconds} s`,
    label: 'You are in a match',
    back: 'Back to the match',
    against: (name: string) => `against ${name}`,
  },
};
