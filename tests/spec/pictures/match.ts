/** A match from its first round to its end, and what can go wrong in it. */
import { expect, type Page } from '@playwright/test';
import { ACE, RIVAL, type ScriptedBattle, THE_RIVAL } from '../scripted-battle.ts';
import { type BattleScene, button, refuses, type Scenes } from './scene.ts';

const [ROCK, SCISSORS] = ['the hodlord card', 'Planktuz de Solanuz'];

const toTable = async (page: Page, battle: ScriptedBattle) => {
  battle.start();
  battle.push('match-started');
  await expect(page.getByRole('timer')).toBeVisible();
};
const pick = async (page: Page) => {
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
};
const shoot = async (page: Page) => {
  await pick(page);
  await button(page, 'SHOT!').press('Enter');
};
const round = (battle: ScriptedBattle, own: string, theirs: string) => {
  battle.play(ACE, own);
  battle.play(RIVAL, theirs);
};
/** Plays the rounds, and shows the result of the last one. */
const after =
  (...rounds: readonly (readonly [string, string])[]) =>
  async (page: Page, battle: ScriptedBattle) => {
    await toTable(page, battle);
    for (const [own, theirs] of rounds) round(battle, own, theirs);
    battle.push('match-updated');
    await button(page, 'Skip').press('Enter');
  };
const won = [ROCK, SCISSORS] as const;
const lost = [SCISSORS, ROCK] as const;
const tied = [ROCK, ROCK] as const;

const tableScenes: Scenes<BattleScene> = {
  'match-started': {
    toast: ['New Match Started!', 'Best of three. Pick your card.'],
    play: toTable,
  },
  picked: {
    shows: ['Press SHOT! to put it down.'],
    play: async (page, battle) => {
      await toTable(page, battle);
      await pick(page);
    },
  },
  'opponent-played': {
    shows: ['Your opponent is ready. Your move.'],
    play: async (page, battle) => {
      await toTable(page, battle);
      battle.play(RIVAL, ROCK);
      battle.push('match-updated');
    },
  },
  'card-down': {
    shows: ['Your card is down'],
    play: async (page, battle) => {
      await toTable(page, battle);
      await shoot(page);
    },
  },
  'play-failed': {
    toast: ['Error', 'Failed to play card'],
    play: async (page, battle) => {
      await toTable(page, battle);
      battle.failing.add('play');
      await shoot(page);
    },
  },
  'play-too-late': {
    toast: ['Error', 'That round is not open.'],
    play: async (page, battle) => {
      await toTable(page, battle);
      await refuses(page, 'POST', '**/api/game/matches/*/play', { reason: 'round-not-open' });
      await shoot(page);
    },
  },
  'time-up': {
    toast: ["Time's Up!", 'was selected automatically. Press SHOT! to play it.'],
    play: async (page, battle) => {
      await toTable(page, battle);
      await battle.freeze();
      await battle.pass(21_000);
    },
  },
  'nothing-new': {
    shows: ['No result yet:'],
    play: async (page, battle) => {
      await toTable(page, battle);
      await button(page, 'Check Result').press('Enter');
    },
  },
  'match-failed': {
    shows: ['Failed to fetch match details'],
    play: async (page, battle) => {
      await toTable(page, battle);
      battle.failing.add('match');
    },
  },
  'server-away': {
    toast: ['Error', 'Failed to play card'],
    play: async (page, battle) => {
      await toTable(page, battle);
      for (const call of ['match', 'matches', 'lobbies', 'play'] as const) battle.failing.add(call);
      await shoot(page);
    },
  },
  countdown: {
    shows: ['Skip'],
    play: async (page, battle) => {
      await toTable(page, battle);
      await battle.freeze();
      round(battle, ...won);
      battle.push('match-updated');
    },
  },
  clash: {
    shows: ['Hit!'],
    play: async (page, battle) => {
      await toTable(page, battle);
      await battle.freeze();
      round(battle, ...won);
      battle.push('match-updated');
      await button(page, 'Skip').press('Enter');
      await battle.pass(600);
    },
  },
  'round-complete': {
    toast: ['Round Complete!', 'The cards are about to turn.'],
    play: async (page, battle) => {
      await toTable(page, battle);
      round(battle, ...won);
      await button(page, 'Check Result').press('Enter');
    },
  },
  'tournament-complete': {
    toast: ['Tournament Complete!', 'The last cards are about to turn.'],
    play: async (page, battle) => {
      await toTable(page, battle);
      round(battle, ...won);
      round(battle, ...won);
      await button(page, 'Check Result').press('Enter');
    },
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
  'leave-question': {
    shows: ['Leave this match?'],
    play: async (page, battle) => {
      await after(won)(page, battle);
      await button(page, 'Quit Game').press('Enter');
    },
  },
  'leave-failed': {
    shows: ['You could not leave the match. Please try again.'],
    play: async (page, battle) => {
      await after(won)(page, battle);
      battle.failing.add('leave');
      await button(page, 'Quit Game').press('Enter');
      await button(page, 'Leave the match').press('Enter');
    },
  },
  'rematch-failed': {
    rules: ['errors-15'],
    toast: ['Rematch Failed', 'Please try again'],
    play: async (page, battle) => {
      await after(won, won)(page, battle);
      battle.failing.add('create');
      await button(page, 'Play Again').press('Enter');
    },
  },
  'rematch-waiting': {
    shows: ['Finding Match...', `${THE_RIVAL} has to press Play Again, too.`],
    play: async (page, battle) => {
      await after(won, won)(page, battle);
      await button(page, 'Play Again').press('Enter');
    },
  },
  'rematch-offered': {
    shows: [`${THE_RIVAL} wants to play again.`],
    play: async (page, battle) => {
      await after(won, won)(page, battle);
      battle.offerRematch(RIVAL);
      battle.push('match-updated');
    },
  },
  'rematch-not-declined': {
    toast: ['Error', 'Declining did not work. Please try again.'],
    play: async (page, battle) => {
      await after(won, won)(page, battle);
      battle.offerRematch(RIVAL);
      battle.push('match-updated');
      battle.failing.add('leave');
      await button(page, 'Decline').press('Enter');
    },
  },
  'rematch-over': {
    shows: ['No rematch: one of you said no, or it took too long.'],
    play: async (page, battle) => {
      await after(won, won)(page, battle);
      battle.endRematch();
      battle.push('match-updated');
    },
  },
};

export const matchScenes: Scenes<BattleScene> = { ...tableScenes, ...endScenes };
