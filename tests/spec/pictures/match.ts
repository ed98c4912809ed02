/** A match from its first round to its end, and what can go wrong in it. */
import { expect, type Page } from '@playwright/test';
import { ACE, RIVAL, type ScriptedBattle, THE_RIVAL } from '../scripted-battle.ts';
import {
  type BattleScene,
  button,
  failing,
  inTurn,
  type Play,
  refuses,
  type Scenes,
} from './scene.ts';

const [ROCK, SCISSORS] = ['the hodlord card', 'Planktuz de Solanuz'];

const toTable = async (page: Page, battle: ScriptedBattle) => {
  battle.start();
  battle.push('match-started');
  await expect(page.getByRole('timer')).toBeVisible();
  // Else it takes the focus from what is pressed next.
  await expect(
    page.locator('.battle').getByRole('heading').and(page.locator(':focus')),
  ).toHaveCount(1);
};
const pick = async (page: Page) => {
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
};
const press = (name: string) => (page: Page) => button(page, name).press('Enter');
const shoot = inTurn(pick, press('SHOT!'));
type Round = readonly [own: string, theirs: string];
/** Both play these rounds; the page is not told. */
const rounds =
  (...all: readonly Round[]) =>
  (_page: Page, battle: ScriptedBattle) => {
    for (const [own, theirs] of all) {
      battle.play(ACE, own);
      battle.play(RIVAL, theirs);
    }
  };
const isTold = (_page: Page, battle: ScriptedBattle) => battle.push('match-updated');
const freeze = (_page: Page, battle: ScriptedBattle) => battle.freeze();
const pass = (ms: number) => (_page: Page, battle: ScriptedBattle) => battle.pass(ms);
/** Of the page's own clock, which may be some seconds behind the one that was stopped. */
const untilTimeIsUp = async (page: Page, battle: ScriptedBattle) => {
  const told = page.locator('li.toast', { hasText: "Time's Up!" });
  for (let second = 0; second < 30 && !(await told.isVisible()); second += 1) {
    await battle.passSlowly(1);
  }
};
/** The result of the last one of these rounds. */
const after = (...all: readonly Round[]) => inTurn(toTable, rounds(...all), isTold, press('Skip'));

const won: Round = [ROCK, SCISSORS];
const lost: Round = [SCISSORS, ROCK];
const tied: Round = [ROCK, ROCK];
/** The end of a match that Ace has won, and what comes then. */
const atTheEnd = (...then: readonly Play[]) => inTurn(after(won, won), ...then);
const isOffered = (_page: Page, battle: ScriptedBattle) => battle.offerRematch(RIVAL);

const tableScenes: Scenes<BattleScene> = {
  'match-started': {
    toast: ['New Match Started!', 'Best of three. Pick your card.'],
    play: toTable,
  },
  picked: { shows: ['Press SHOT! to put it down.'], play: inTurn(toTable, pick) },
  'opponent-played': {
    shows: ['Your opponent is ready. Your move.'],
    play: inTurn(toTable, (_, battle) => battle.play(RIVAL, ROCK), isTold),
  },
  'card-down': { shows: ['Your card is down'], play: inTurn(toTable, shoot) },
  'play-failed': {
    toast: ['Error', 'Failed to play card'],
    play: inTurn(toTable, failing('play'), shoot),
  },
  'play-too-late': {
    toast: ['Error', 'That round is not open.'],
    play: inTurn(
      toTable,
      (page) => refuses(page, 'POST', '**/api/game/matches/*/play', { reason: 'round-not-open' }),
      shoot,
    ),
  },
  'time-up': {
    toast: ["Time's Up!", 'was selected automatically. Press SHOT! to play it.'],
    play: inTurn(toTable, freeze, untilTimeIsUp),
  },
  'nothing-new': { shows: ['No result yet:'], play: inTurn(toTable, press('Check Result')) },
  'match-failed': {
    shows: ['Failed to fetch match details'],
    play: inTurn(toTable, failing('match')),
  },
  'server-away': {
    toast: ['Error', 'Failed to play card'],
    play: inTurn(toTable, failing('match', 'matches', 'lobbies', 'play'), shoot),
  },
  countdown: { shows: ['Skip'], play: inTurn(toTable, freeze, rounds(won), isTold) },
  clash: {
    shows: ['Hit!'],
    play: inTurn(toTable, freeze, rounds(won), isTold, press('Skip'), pass(600)),
  },
  'round-complete': {
    toast: ['Round Complete!', 'The cards are about to turn.'],
    play: inTurn(toTable, rounds(won), press('Check Result')),
  },
  'tournament-complete': {
    toast: ['Tournament Complete!', 'The last cards are about to turn.'],
    play: inTurn(toTable, rounds(won, won), press('Check Result')),
  },
};

const endScenes: Scenes<BattleScene> = {
  'round-result': { toast: ['Round 1 Result', 'You won the round.'], play: after(won) },
  'round-lost': { toast: ['Round 1 Result', 'Your opponent won the round.'], play: after(lost) },
  'round-tied': { toast: ['Round 1 Result', 'A tie. Nobody scores.'], play: after(tied) },
  'battle-complete': {
    toast: ['Battle Complete!', 'You won the match 2 : 0.'],
    play: after(won, won),
  },
  'battle-lost': {
    toast: ['Battle Complete!', 'You lost the match 1 : 2.'],
    play: after(lost, won, lost),
  },
  'battle-tied': {
    toast: ['Battle Complete!', 'The match is a tie, 1 : 1.'],
    play: after(won, lost, tied),
  },
  'leave-question': { shows: ['Leave this match?'], play: inTurn(after(won), press('Quit Game')) },
  'leave-failed': {
    shows: ['You could not leave the match. Please try again.'],
    play: inTurn(after(won), failing('leave'), press('Quit Game'), press('Leave the match')),
  },
  'rematch-failed': {
    rules: ['errors-15'],
    toast: ['Rematch Failed', 'Please try again'],
    play: atTheEnd(failing('create'), press('Play Again')),
  },
  'rematch-waiting': {
    shows: ['Finding Match...', `${THE_RIVAL} has to press Play Again, too.`],
    play: atTheEnd(press('Play Again')),
  },
  'rematch-offered': {
    shows: [`${THE_RIVAL} wants to play again.`],
    play: atTheEnd(isOffered, isTold),
  },
  'rematch-not-declined': {
    toast: ['Error', 'The rematch could not be called off. Please try again.'],
    play: atTheEnd(isOffered, isTold, failing('leave'), press('Decline')),
  },
  'rematch-over': {
    shows: ['No rematch: one of you left, said no, or took too long.'],
    play: atTheEnd((_, battle) => battle.endRematch(), isTold),
  },
};

export const matchScenes: Scenes<BattleScene> = { ...tableScenes, ...endScenes };
