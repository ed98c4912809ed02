/**
 * Who the demo wallet is in this tab. Each tab keeps its own person over a reload, so two tabs can be
 * two people; a new tab begins with the person chosen last.
 */
import { PERSONAS, type Persona } from '../personas.ts';

const KEY = 'demo_persona';

/** Those to choose from; the house is played by a program. */
export const CHOICES: readonly Persona[] = PERSONAS.filter(({ name }) => name !== 'house');

export function chosenPersona(tab: Storage, browser: Storage): Persona {
  const name = tab.getItem(KEY) ?? browser.getItem(KEY);
  return CHOICES.find((persona) => persona.name === name) ?? CHOICES[0]!;
}

export function rememberPersona({ name }: Persona, tab: Storage, browser: Storage): void {
  tab.setItem(KEY, name);
  browser.setItem(KEY, name);
}
